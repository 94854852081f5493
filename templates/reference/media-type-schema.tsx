import type { MediaType } from "../../src/model/operation.ts";
import { Markup } from "../markup.tsx";
import { useReference } from "./reference-context.ts";
import { SchemaFacts } from "./schema-facts.tsx";
import { SchemaLine } from "./schema-line.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/** The schema of a request body: its fields are printed in place, for whoever fills them in; what they use is linked. */
export function MediaTypeSchema({ media }: { readonly media: MediaType }) {
  const { schemaByName } = useReference();
  if (media.schema === null) return null;
  const named = media.schema.ref === null ? undefined : schemaByName.get(media.schema.ref)?.schema;
  const schema = named ?? media.schema;
  const description = media.schema.description ?? schema.description;
  return (
    <>
      <SchemaLine schema={media.schema} certainty={schema.certainty} />
      {description !== null && <Markup html={description} />}
      <SchemaFacts schema={schema} />
      <SchemaMembers schema={schema} partTypes={media.partTypes} />
    </>
  );
}
