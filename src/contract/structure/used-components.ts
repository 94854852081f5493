import { findSubtypes, toMapping } from "#shared/contract/keywords/json-schema.ts";
import { targetOf, toPointer } from "#shared/json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "#shared/json/json.ts";

/**
 * The references of parts of a document, direct ones and those within what they lead to, with the subtypes of a schema that
 * tells them apart, and the security schemes that requirements name.
 */
export function usedComponents(parts: readonly Json[], document: JsonObject): ReadonlySet<string> {
  const schemas = objectAt(objectAt(document, "components") ?? {}, "schemas") ?? {};
  const subtypes = findSubtypes(schemas, (reference) => targetOf(document, reference));
  const found = new Set<string>();
  const follow = (reference: string): void => {
    if (found.has(reference)) return;
    found.add(reference);
    collect(targetOf(document, reference));
  };
  const collect = (value: Json): void => {
    if (isList(value)) for (const element of value) collect(element);
    if (!isObject(value)) return;
    const reference = textAt(value, "$ref");
    if (reference !== null) follow(reference);
    const requirements = listAt(value, "security").filter(isObject);
    for (const name of requirements.flatMap(Object.keys)) follow(componentPointer("securitySchemes", name));
    const discriminator = objectAt(value, "discriminator");
    if (discriminator) {
      const names = [...toMapping(discriminator, []).values(), ...(subtypes.get(value) ?? [])];
      for (const name of names) follow(componentPointer("schemas", name));
    }
    for (const member of Object.values(value)) collect(member);
  };
  for (const part of parts) collect(part);
  return found;
}

/** `#/components/schemas/Load` */
export function componentPointer(section: string, name: string): string {
  return toPointer(["components", section, name]);
}
