import type { Json, JsonObject } from "../../../model/json.ts";
import type { ExplorerData } from "../../../model/explorer.ts";
import { escapeToken } from "../../../rules/json-pointer.ts";
import { memberOf, objectAt, textAt } from "../../../rules/json-value.ts";
import { memberNode, type JsonNode } from "../json/json-node.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";
import { bodyOf, type Draft } from "./draft.ts";
import type { FieldFault } from "./field-fault.ts";
import { matchPatterns, type PatternUse } from "./match-patterns.ts";

/**
 * Holds the texts of a draft against the contract's expressions (`pattern`). They run beside the page and for a limited
 * time: an expression can take years on a harmless text. One that takes too long is not judged.
 */
export async function judgePatterns(draft: Draft, data: ExplorerData): Promise<readonly FieldFault[]> {
  const uses = findUses(draft, data);
  if (uses.length === 0) return [];
  const verdicts = await matchPatterns(uses);
  return uses.flatMap(({ place, pointer, pattern }, index) => {
    if (verdicts[index] !== "mismatch") return [];
    const name = pointer.split("/").at(-1) ?? "";
    return [{ place, pointer, message: `\`${name}\` must match ${pattern}`, hint: null, isBlocking: false }];
  });
}

interface PlacedUse extends PatternUse {
  readonly place: FieldFault["place"];
  readonly pointer: string;
}

function findUses(draft: Draft, { parameters, body, document }: ExplorerData): readonly PlacedUse[] {
  const inParameters = parameters.flatMap(({ name, in: place, schema }) => {
    const node = memberNode(draft.parameters[place], name);
    const pointer = `/${escapeToken(name)}`;
    return node === undefined ? [] : usesIn(node, { schema, document, pointer }).map((use) => ({ ...use, place }));
  });
  const { node } = bodyOf(draft);
  const media = body?.content.find(({ type }) => type === draft.mediaType);
  const inBody =
    node === null || media === undefined ? [] : usesIn(node, { schema: media.schema, document, pointer: "" });
  return [...inParameters, ...inBody.map((use) => ({ ...use, place: "body" as const }))];
}

interface Place {
  readonly schema: Json;
  readonly document: JsonObject;
  readonly pointer: string;
}

function usesIn(
  node: JsonNode,
  { schema, document, pointer }: Place,
): readonly (PatternUse & { readonly pointer: string })[] {
  const resolved = resolveSchema(schema, document).node;
  if (node.kind === "text") {
    const pattern = textAt(resolved, "pattern");
    return pattern === null ? [] : [{ pattern, text: node.value, pointer }];
  }
  if (node.kind === "list") {
    const items = memberOf(resolved, "items") ?? true;
    return node.items.flatMap((item, index) =>
      usesIn(item, { schema: items, document, pointer: `${pointer}/${index}` }),
    );
  }
  if (node.kind !== "object") return [];
  const properties = objectAt(resolved, "properties") ?? {};
  return node.members.flatMap(({ name, node: member }) =>
    usesIn(member, {
      schema: memberOf(properties, name) ?? true,
      document,
      pointer: `${pointer}/${escapeToken(name)}`,
    }),
  );
}
