import type { Origins } from "#read/yaml/origins.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { plural } from "#shared/english.ts";
import { resolvePointer, targetOf, toPointer } from "#shared/json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, listAt, textAt } from "#shared/json/json.ts";

import { sectionsOf } from "../structure/specification.ts";

/** One finding for all components that nothing of a bundled document refers to, so that no page shows them. */
export function checkComponents(document: JsonObject, origins: Origins): readonly Diagnostic[] {
  const used = new Set<string>();
  let isSecured = listAt(document, "security").length > 0;
  const collect = (value: Json): void => {
    if (isList(value)) value.forEach(collect);
    if (!isObject(value)) return;
    isSecured ||= listAt(value, "security").length > 0;
    const reference = textAt(value, "$ref");
    if (reference !== null && !used.has(reference)) {
      used.add(reference);
      collect(targetOf(document, reference));
    }
    Object.values(value).forEach(collect);
  };
  const sections = Array.from(sectionsOf(document));
  const names = new Set(sections.map(([, [name]]) => name));
  for (const [name, member] of Object.entries(document)) if (!names.has(name)) collect(member);
  const unused = sections.flatMap(([shape, section]) => {
    // Pages show all schemas, and all security schemes where one is required.
    if (shape === "schema" || (shape === "securityScheme" && isSecured)) return [];
    const owner = resolvePointer(document, section);
    if (!isObject(owner)) return [];
    const parts = Object.keys(owner).map((name) => ({ owner, name, pointer: toPointer([...section, name]) }));
    return parts.filter(({ name, pointer }) => !name.startsWith("x-") && !used.has(pointer));
  });
  const [first] = unused;
  if (first === undefined) return [];
  const listed = unused.slice(0, maxNamed).map(({ pointer }) => pointer);
  const more = unused.length > maxNamed ? ", …" : "";
  const [verb, them] = unused.length === 1 ? ["isn't", "it"] : ["aren't", "them"];
  const message = `${plural(unused.length, "component")} ${verb} used, and no page shows ${them}: ${listed.join(", ")}${more}`;
  return [
    diagnose(
      "contract/unsupported",
      message,
      origins.ofKey(first.owner, first.name),
      `refer to ${them}, or remove ${them}`,
    ),
  ];
}

const maxNamed = 5;
