import { isJsonType } from "../../../rules/json-type.ts";
import type { ExplorerMediaType } from "../../../model/explorer.ts";
import { isFormType } from "../draft/draft.ts";
import type { JsonNode } from "../json/json-node.ts";
import { chooseControl } from "../schema/control.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";
import { useForm } from "./form-context.ts";
import { ObjectFields } from "./object-fields.tsx";

/** A body, field by field. An object's members stand by themselves; anything else is one field. */
export function BodyForm({ media, node }: { readonly media: ExplorerMediaType; readonly node: JsonNode }) {
  const form = useForm();
  const resolved = resolveSchema(media.schema, form.document);
  const isPlain = chooseControl(resolved, form.document) === "object" && node.kind === "object";
  if (isPlain) return <ObjectFields schema={resolved.node} node={node} path={[]} />;
  const schema = isJsonType(media.type) || isFormType(media.type) || node.kind === "file" ? media.schema : longText;
  return <form.Field name="body" schema={schema} node={node} path={[]} isRequired canLeaveOut={false} />;
}

const longText = { type: "string", maxLength: 1_000_000 };
