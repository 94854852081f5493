import type { NodePath } from "../json/json-node.ts";
import type { Control } from "../schema/form-schema.ts";
import { Alternatives } from "./alternatives.tsx";
import { LoadedPart } from "../loaded-part.tsx";
import { BooleanControl, ChoiceControl, ChoicesControl } from "./choice-controls.tsx";
import { type ControlProps, useForm } from "./form-context.ts";
import { ListFields } from "./list-fields.tsx";
import { CentsControl, NumberControl, ScalarControl } from "./number-controls.tsx";
import { MapFields, ObjectFields } from "./object-fields.tsx";
import { DateControl, JsonControl, TextControl } from "./text-controls.tsx";

/** The control of a value. One that holds a value of another kind than it can show is a JSON text. */
export function FieldControl({ control, props, path }: FieldControlProps) {
  const { schema, node } = props;
  const { partTypes } = useForm();
  switch (control) {
    case "null":
      return <code className="field-null">null</code>;
    case "choice":
      return <ChoiceControl {...props} />;
    case "boolean":
      return <BooleanControl {...props} />;
    case "cents":
      return <CentsControl {...props} />;
    case "number":
      return <NumberControl {...props} />;
    case "scalar":
      return <ScalarControl {...props} />;
    case "text":
      return <TextControl {...props} />;
    case "date":
    case "date-time":
      return <DateControl {...props} hasTime={control === "date-time"} />;
    case "file":
      return (
        <LoadedPart load={async () => import("./file-control.tsx")}>
          {({ FileControl }) => <FileControl {...props} types={partTypes[String(path[0])] ?? []} />}
        </LoadedPart>
      );
    case "alternatives":
      return <Alternatives schema={schema} node={node} path={path} />;
    case "choices":
      return node.kind === "list" ? <ChoicesControl {...props} /> : <JsonControl {...props} />;
    case "list":
      return node.kind === "list" ? <ListFields schema={schema} node={node} path={path} /> : <JsonControl {...props} />;
    case "object":
      return node.kind === "object" ? (
        <ObjectFields schema={schema} node={node} path={path} />
      ) : (
        <JsonControl {...props} />
      );
    case "map":
      return node.kind === "object" ? (
        <MapFields schema={schema} node={node} path={path} />
      ) : (
        <JsonControl {...props} />
      );
    case "json":
      return <JsonControl {...props} />;
  }
}

interface FieldControlProps {
  readonly control: Control | "null";
  readonly props: ControlProps;
  readonly path: NodePath;
}
