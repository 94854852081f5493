import type { Control } from "../form-schema.ts";
import type { NodePath } from "../json/json-node.ts";
import { AlternativeFields, ChoicesControl, JsonControl, MapFields, ScalarControl } from "./chosen-fields.tsx";
import { CentsControl, ChoiceControl, DateControl, NumberControl, TextControl } from "./controls.tsx";
import { FileControl } from "./file-control.tsx";
import { type ControlProps, useForm } from "./form-context.ts";
import { ListFields } from "./list-fields.tsx";
import { ObjectFields } from "./object-fields.tsx";

/** The control of a value. A value of a kind that its control can't show is a JSON text. */
export function FieldControl({ control, props, path }: FieldControlProps) {
  const { schema, node } = props;
  const { partTypes } = useForm();
  switch (control) {
    case "null":
      return <code className="field-null">null</code>;
    case "choice":
      return <ChoiceControl {...props} />;
    case "boolean":
      return <ChoiceControl {...props} values={[true, false]} />;
    case "cents":
      return <CentsControl {...props} />;
    case "number":
      return <NumberControl {...props} />;
    case "text":
      return <TextControl {...props} />;
    case "date":
    case "date-time":
      return <DateControl {...props} hasTime={control === "date-time"} />;
    case "file":
      return <FileControl {...props} types={partTypes.get(String(path[0])) ?? []} />;
    case "list":
      if (node.kind === "list") return <ListFields schema={schema} node={node} path={path} />;
      break;
    case "object":
      if (node.kind === "object") return <ObjectFields schema={schema} node={node} path={path} />;
      break;
    case "scalar":
      return <ScalarControl {...props} />;
    case "alternatives":
      return <AlternativeFields schema={schema} node={node} path={path} />;
    case "choices":
      if (node.kind === "list") return <ChoicesControl {...props} />;
      break;
    case "map":
      if (node.kind === "object") return <MapFields schema={schema} node={node} path={path} />;
      break;
    case "json":
      break;
  }
  return <JsonControl {...props} />;
}

interface FieldControlProps {
  readonly control: Control | "null";
  readonly props: ControlProps;
  readonly path: NodePath;
}
