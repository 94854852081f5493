import type { Schema } from "#shared/contract/schema.ts";

import type { JsonNode, NodePath, ObjectNode } from "../json/json-node.ts";
import type { Control } from "../schema/form-schema.ts";
import { LoadedPart } from "../loaded-part.tsx";
import { BooleanControl, ChoiceControl, ChoicesControl } from "./choice-controls.tsx";
import { type ControlProps, useForm } from "./form-context.ts";
import { ListFields } from "./list-fields.tsx";
import { CentsControl, NumberControl, ScalarControl } from "./number-controls.tsx";
import { ObjectFields } from "./object-fields.tsx";
import { DateControl, JsonControl, TextControl } from "./text-controls.tsx";

/** The control of a value. One that holds a value of another kind than it can show is a JSON text. The rare ones are fetched. */
export function FieldControl({ control, props, path }: FieldControlProps) {
  const { schema, node } = props;
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
      return <LoadedFile {...props} path={path} />;
    case "alternatives":
      return <LoadedAlternatives schema={schema} node={node} path={path} />;
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
        <LoadedMap schema={schema} node={node} path={path} />
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

interface PlacedValue<Node> {
  readonly schema: Schema;
  readonly node: Node;
  readonly path: NodePath;
}

function LoadedFile({ path, ...props }: ControlProps & { readonly path: NodePath }) {
  const { partTypes } = useForm();
  return (
    <LoadedPart load={async () => import("./file-control.tsx")}>
      {({ FileControl }) => <FileControl {...props} types={partTypes[String(path[0])] ?? []} />}
    </LoadedPart>
  );
}

function LoadedAlternatives(value: PlacedValue<JsonNode>) {
  return (
    <LoadedPart load={async () => import("./chosen-fields.tsx")}>
      {({ Alternatives }) => <Alternatives {...value} />}
    </LoadedPart>
  );
}

function LoadedMap(value: PlacedValue<ObjectNode>) {
  return (
    <LoadedPart load={async () => import("./chosen-fields.tsx")}>
      {({ MapFields }) => <MapFields {...value} />}
    </LoadedPart>
  );
}
