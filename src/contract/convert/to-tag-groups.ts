import type { Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { diagnose } from "#shared/diagnostic.ts";
import { isObject, type Json, listAt, memberOf, textAt, textsAt } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import { claimAnchor, toTagAnchor } from "./anchors.ts";
import type { Reading } from "./reading.ts";

/**
 * The document's tags, declared ones first and in their order, then those that operations use; in the groups that
 * `x-tagGroups` states, with the rest in a group without a name.
 */
export function toTagGroups(
  operations: readonly Operation[],
  reading: Reading,
  anchors: Set<string>,
): readonly TagGroup[] {
  const declared = new Map(listAt(reading.document, "tags").map((tag) => [textAt(tag, "name") ?? "", tag]));
  const tagByName = new Map<string, Tag & { readonly operations: Operation[] }>();
  for (const name of [...declared.keys(), ...operations.map(({ tag }) => tag)]) {
    if (!tagByName.has(name)) tagByName.set(name, toTag(name, declared.get(name), { reading, anchors }));
  }
  for (const operation of operations) tagByName.get(operation.tag)?.operations.push(operation);
  return group(tagByName, reading);
}

interface TagContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
}

function toTag(
  name: string,
  declaration: Json | undefined,
  { reading, anchors }: TagContext,
): Tag & { readonly operations: Operation[] } {
  const node = isObject(declaration) ? declaration : {};
  return {
    name,
    displayName: textAt(node, "x-displayName") ?? textAt(node, "summary") ?? name,
    anchor: claimAnchor(toTagAnchor(name), anchors),
    description: reading.text(node, "description"),
    externalDocs: reading.externalDocs(node),
    operations: [],
  };
}

function group(tagByName: ReadonlyMap<string, Tag>, reading: Reading): readonly TagGroup[] {
  const rest = new Map(tagByName);
  const groups: TagGroup[] = [];
  for (const entry of listAt(reading.document, "x-tagGroups")) {
    const tags = textsAt(entry, "tags").flatMap((name) => {
      const tag = rest.get(name);
      if (!tag && !tagByName.has(name)) reportUnknownTag(name, entry, { reading, known: [...tagByName.keys()] });
      rest.delete(name);
      return tag ?? [];
    });
    if (tags.length > 0) groups.push({ name: textAt(entry, "name"), tags });
  }
  return rest.size > 0 ? [...groups, { name: null, tags: [...rest.values()] }] : groups;
}

function reportUnknownTag(
  name: string,
  entry: Json,
  { reading, known }: { readonly reading: Reading; readonly known: readonly string[] },
): void {
  const list = memberOf(entry, "tags");
  const position = reading.positionOf(Array.isArray(list) ? list : reading.document);
  const message = `x-tagGroups names the tag \`${name}\`, which nothing has`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}
