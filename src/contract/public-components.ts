import type { Origins } from "#read/yaml/origins.ts";
import { findSubtypes, toMapping } from "#shared/contract/keywords/json-schema.ts";
import { targetOf, toPointer } from "#shared/json/json-pointer.ts";
import {
  entriesAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "#shared/json/json.ts";

/** A document without the components that nothing public refers to, and something internal does. */
export function withoutComponentsOf(
  { internalNodes, publicNodes }: Readonly<Record<"internalNodes" | "publicNodes", readonly JsonObject[]>>,
  document: JsonObject,
  origins: Origins,
): JsonObject {
  const { components, ...roots } = document;
  const ofInternal = componentsIn(internalNodes, internalNodes, document);
  const apart = entriesAt(document, "components").flatMap(([kind]) =>
    entriesAt(components, kind).flatMap(([name, part]) => (ofInternal.has(referenceOf(kind, name)) ? [] : [part])),
  );
  const ofPublic = componentsIn([roots, ...apart], [document, ...publicNodes], document);
  const isPublic = (reference: string): boolean => !ofInternal.has(reference) || ofPublic.has(reference);
  return origins.changeMembers(document, (member, key) => {
    if (key !== "components" || !isObject(member)) return member;
    return origins.changeMembers(member, (section, kind) =>
      isObject(section)
        ? origins.changeMembers(section, (component, name) =>
            isPublic(referenceOf(kind, name)) ? component : undefined,
          )
        : section,
    );
  });
}

function referenceOf(kind: string, name: string): string {
  return toPointer(["components", kind, name]);
}

/**
 * The references of parts of a document, direct ones and those within what they lead to, with the heirs of a schema that
 * tells them apart. `secured` are the owners of requirements, which name their schemes.
 */
function componentsIn(
  parts: readonly Json[],
  secured: readonly JsonObject[],
  document: JsonObject,
): ReadonlySet<string> {
  const schemas = objectAt(objectAt(document, "components"), "schemas") ?? {};
  const heirs = findSubtypes(schemas, (reference) => targetOf(document, reference));
  const requirements = secured.flatMap((owner) => listAt(owner, "security")).filter(isObject);
  const schemes = requirements.flatMap((requirement) => Object.keys(requirement));
  const found = new Set(schemes.map((name) => referenceOf("securitySchemes", name)));
  const follow = (reference: string): void => {
    if (found.has(reference)) return;
    found.add(reference);
    collect(targetOf(document, reference) ?? null);
  };
  const collect = (value: Json): void => {
    if (isList(value)) for (const element of value) collect(element);
    if (!isObject(value)) return;
    const reference = textAt(value, "$ref");
    if (reference !== null) follow(reference);
    const discriminator = objectAt(value, "discriminator");
    if (discriminator) {
      const names = [...toMapping(discriminator, []).values(), ...(heirs.get(value) ?? [])];
      for (const name of names) follow(referenceOf("schemas", name));
    }
    for (const member of Object.values(value)) collect(member);
  };
  for (const part of parts) collect(part);
  return found;
}
