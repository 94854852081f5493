import type { ReactNode } from "react";

import type { Control } from "../form-schema.ts";
import type { NodePath } from "../json/json-node.ts";
import { LoadedPart } from "../loaded-part.tsx";
import { CentsControl, ChoiceControl, DateControl, NumberControl, TextControl } from "./controls.tsx";
import { type ControlProps, useForm } from "./form-context.ts";
import { ListFields } from "./list-fields.tsx";
import { ObjectFields } from "./object-fields.tsx";

/** The control of a value. One that holds a value of another kind than it can show is a JSON text. The rare ones are fetched. */
export function FieldControl({ control, props, path }: FieldControlProps) {
  const { schema, node } = props;
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
      return <LoadedFile {...props} path={path} />;
    case "list":
      if (node.kind === "list") return <ListFields schema={schema} node={node} path={path} />;
      break;
    case "object":
      if (node.kind === "object") return <ObjectFields schema={schema} node={node} path={path} />;
      break;
    case "scalar":
      return <Chosen>{({ ScalarControl }) => <ScalarControl {...props} />}</Chosen>;
    case "alternatives":
      return (
        <Chosen>
          {({ AlternativeFields: Alternatives }) => <Alternatives schema={schema} node={node} path={path} />}
        </Chosen>
      );
    case "choices":
      if (node.kind === "list") return <Chosen>{({ ChoicesControl }) => <ChoicesControl {...props} />}</Chosen>;
      break;
    case "map":
      if (node.kind === "object")
        return <Chosen>{({ MapFields }) => <MapFields schema={schema} node={node} path={path} />}</Chosen>;
      break;
    case "json":
      break;
  }
  return <Chosen>{({ JsonControl }) => <JsonControl {...props} />}</Chosen>;
}

interface FieldControlProps {
  readonly control: Control | "null";
  readonly props: ControlProps;
  readonly path: NodePath;
}

function LoadedFile({ path, ...props }: ControlProps & { readonly path: NodePath }) {
  const { partTypes } = useForm();
  return (
    <LoadedPart load={async () => import("./file-control.tsx")}>
      {({ FileControl }) => <FileControl {...props} types={partTypes.get(String(path[0])) ?? []} />}
    </LoadedPart>
  );
}

function Chosen({ children }: { readonly children: (fields: ChosenFields) => ReactNode }) {
  return <LoadedPart load={async () => import("./chosen-fields.tsx")}>{children}</LoadedPart>;
}

type ChosenFields = typeof import("./chosen-fields.tsx");
