import type { Origins } from "#read/yaml/origins.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { plural } from "#shared/english.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type JsonObject, without } from "#shared/json/json.ts";

import { sectionsOf } from "../structure/specification.ts";
import { componentPointer, usedComponents } from "../structure/used-components.ts";

/** One finding for all components that nothing of a bundled document refers to, so that no page shows them. */
export function checkComponents(document: JsonObject, origins: Origins): readonly Diagnostic[] {
  const sections = Array.from(sectionsOf(document));
  const roots = without(document, ...sections.flatMap(([, path]) => path.slice(0, 1)));
  const used = usedComponents([roots], document);
  const isSecured = [...used].some((pointer) => pointer.startsWith(componentPointer("securitySchemes", "")));
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
  const hint = `refer to ${them}, or remove ${them}`;
  return [diagnose("contract/unsupported", message, origins.ofKey(first.owner, first.name), hint)];
}

const maxNamed = 5;
