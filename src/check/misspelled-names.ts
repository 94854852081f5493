import { fixWord } from "#read/fixes.ts";
import { diagnose, type Diagnostic, withFix } from "#shared/diagnostics/diagnostic.ts";
import { createSlipFinder } from "#shared/diagnostics/nearest.ts";
import type { CodeWord } from "#shared/document.ts";
import { isList, isObject, type Json, type JsonObject, objectAt, textAt, textsAt } from "#shared/json/json.ts";

/**
 * The names that prose takes from an OpenAPI document: operations, parameters, schemas, fields and values, and
 * `Schema.field` of what a schema states itself.
 */
export function namesIn(document: JsonObject): readonly string[] {
  const names = new Set<string>();
  const visit = (value: Json, owner: string | null): void => {
    if (isList(value)) for (const element of value) visit(element, owner);
    if (!isObject(value)) return;
    const members = Object.keys(objectAt(value, "properties") ?? {});
    const values = textsAt(value, "enum");
    const own = owner === null ? [] : [...members, ...values].map((name) => `${owner}.${name}`);
    const called = [textAt(value, "operationId"), textAt(value, "in") === null ? null : textAt(value, "name")];
    for (const name of [...members, ...values, ...own, ...called]) if (name !== null) names.add(name);
    for (const [key, member] of Object.entries(value)) {
      if (key !== "schemas" || !isObject(member)) visit(member, key === "allOf" ? owner : null);
      else
        for (const [name, schema] of Object.entries(member)) {
          names.add(name);
          visit(schema, name);
        }
    }
  };
  visit(document, null);
  return [...names];
}

/**
 * Finds code in sentences that can only be a misspelled name of a contract: `carier_id`. Names of other systems that
 * differ in letter case or separators are left alone: `carrierId`. So is a word from the contracts' sources, whatever
 * it's near to.
 */
export function findMisspelledNames(
  words: readonly CodeWord[],
  names: readonly string[],
  sources: readonly string[],
): readonly Diagnostic[] {
  const known = new Set(names);
  const unknown = words.filter(({ name }) => !known.has(name));
  return [true, false].flatMap((isPath) => {
    const written = unknown.filter(({ name }) => name.includes(".") === isPath);
    if (written.length === 0) return [];
    const findSlip = createSlipFinder(names.filter((name) => name.includes(".") === isPath));
    return written.flatMap(({ name, position }) => {
      const slip = findSlip(name);
      if (slip === null || lettersOf(slip.meant) === lettersOf(name)) return [];
      if (sources.some((source) => source.includes(name))) return [];
      const message = `the contract has no name \`${name}\``;
      const finding = diagnose("contract/near-name", message, position, `did you mean ${slip.meant}?`);
      return [withFix(finding, fixWord(position, slip))];
    });
  });
}

function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
