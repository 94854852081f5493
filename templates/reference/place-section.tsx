import { areText } from "#shared/contract/enum-text.ts";
import type { PlaceContent, ReferencePlace } from "#shared/contract/reference.ts";
import type { EnumValue, Schema } from "#shared/contract/schema.ts";

import { ParameterFields } from "./operation-fields.tsx";
import { ContractText, LevelsInPlace, RestOfList, useRun } from "./reference-context.tsx";
import { EnumValues, SchemaFacts, SchemaLine, ValueList } from "./schema-facts.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/** What a field or the like holds that is too much for the page it stands on, or a run of a list that is. */
export function PlaceSection({ place }: { readonly place: ReferencePlace }) {
  const { anchor, content, run } = place;
  return (
    // A run has the anchors of its entries: that of the list is where the list begins.
    <section className="op schema" id={run === null ? anchor : undefined}>
      <div className="op-text">
        <h2 className="visually-hidden">{headings[content.kind]}</h2>
        {content.kind === "fields" && run === null && <SchemaWords schema={content.schema} anchor={anchor} />}
        <LevelsInPlace value={0}>
          <PlaceList content={content} anchor={anchor} />
        </LevelsInPlace>
      </div>
    </section>
  );
}

const headings = { fields: "Fields", parameters: "Parameters", values: "Values" } as const;

interface PlaceProps<T> {
  readonly anchor: string;
  readonly content: T;
}

function SchemaWords({ schema, anchor }: { readonly schema: Schema; readonly anchor: string }) {
  return (
    <>
      <SchemaLine schema={schema} certainty={schema.certainty} />
      <ContractText text={schema.description} below={2} />
      <SchemaFacts schema={schema} />
      <EnumValues values={schema.enum} anchor={anchor} />
    </>
  );
}

function PlaceList({ content, anchor }: PlaceProps<PlaceContent>) {
  switch (content.kind) {
    case "fields":
      return <SchemaMembers {...content} anchor={anchor} />;
    case "parameters":
      return <ParameterFields parameters={content.parameters} anchor={anchor} />;
    case "values":
      return <Values content={content.values} anchor={anchor} />;
  }
}

function Values({ content, anchor }: PlaceProps<readonly EnumValue[]>) {
  const { first, end, rest } = useRun(anchor);
  return (
    <>
      <ValueList values={content.slice(first, end)} isText={areText(content)} />
      <RestOfList parts={rest} />
    </>
  );
}
