import type { ReferencePlace } from "#shared/contract/reference.ts";

import { ContractText, LevelsInPlace } from "./reference-context.tsx";
import { EnumValues, SchemaFacts, SchemaLine } from "./schema-facts.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/** What a field or the like holds that is too much for the page it stands on. */
export function PlaceSection({ place: { anchor, schema } }: { readonly place: ReferencePlace }) {
  return (
    <section className="op schema" id={anchor}>
      <div className="op-text">
        <h2 className="visually-hidden">Fields</h2>
        <SchemaLine schema={schema} certainty={schema.certainty} />
        <ContractText text={schema.description} below={2} />
        <SchemaFacts schema={schema} />
        <EnumValues values={schema.enum} anchor={anchor} />
        <LevelsInPlace value={0}>
          <SchemaMembers schema={schema} anchor={anchor} isInner />
        </LevelsInPlace>
      </div>
    </section>
  );
}
