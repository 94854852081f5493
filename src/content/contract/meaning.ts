import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Markdown } from "#shared/contract/text.ts";
import type { ContractUse } from "#shared/document.ts";
import { toText } from "#shared/json/json.ts";

import type { BlockDirective } from "../components/admonition.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import { type ContractIndex, unknown } from "./contract-index.ts";
import { withContract } from "./mentions.ts";

/** `::meaning{of=Load.weight}`: what the contract says of a schema, a field or a value, in its own words. */
export function meaning(node: BlockDirective, draft: DocumentDraft): Rendering {
  const name = node.attributes?.["of"] ?? "";
  const subject = { name, findIn: (index: ContractIndex) => findMeaning(name, index) };
  return withContract({ node, draft, ...subject }, ({ index, value: found, report, use }) => {
    use(found.kind, name);
    if (found.text === null)
      return report({ message: `the contract says nothing of \`${name}\``, hint: "say it here" });
    const { text } = found;
    return {
      html: () => [index.written(text)],
      markdown: () => draft.addresses.join(index.markdown(text)),
    };
  });
}

interface Meaning {
  readonly kind: ContractUse["kind"];
  readonly text: Markdown | null;
}

function findMeaning(name: string, index: ContractIndex): Meaning | SampleFault {
  const whole = index.schema(name);
  if (!("message" in whole)) return { kind: "schema", text: index.resolve(whole.schema).description };
  const field = index.property(name);
  if (!("message" in field)) return { kind: "field", text: field.property.schema.description };
  const [, schemaName = "", value = ""] = /^([^.]*)\.(.*)$/s.exec(name) ?? [];
  const named = index.schema(schemaName);
  if ("message" in named) return whole;
  const values = index.resolve(named.schema).enum;
  const entry = values.find((candidate) => toText(candidate.value) === value);
  if (entry !== undefined) return { kind: "value", text: entry.meaning };
  return values.length === 0
    ? field
    : unknown(
        `value of ${schemaName}`,
        value,
        values.map((candidate) => toText(candidate.value)),
      );
}
