import type { Origins } from "#read/yaml/origins.ts";
import { checkByStandard } from "#shared/conformance/check-value.ts";
import { type BodyFault, joinMissing } from "#shared/conformance/sample-fault.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import { entriesAt, isList, isObject, type Json, type JsonObject, listAt, memberOf } from "#shared/json/json.ts";
import { resolvePointer, tokensOf } from "#shared/json/json-pointer.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import type { Reading } from "../convert/reading.ts";
import { openApiShapes } from "../structure/openapi-shapes.ts";
import { type DocumentPath, walkDocument } from "../structure/walk-document.ts";

/**
 * Holds the document's own examples and defaults against their schemas, as the standard has it: an object is open unless
 * it says otherwise.
 */
export function checkExamples(reading: Reading): readonly Diagnostic[] {
  const { origins, schemas } = reading;
  const schemaByName = schemas.toSchemas();
  const diagnostics = new Map<string, Diagnostic>();
  const check = ({ owner, key, value, schema, direction }: StatedValue): void => {
    const title = key === "default" ? "the default" : "the example";
    const faults = checkByStandard(value, schemas.toSchema(schema), {
      schemaByName,
      direction,
      isPartial: false,
      title,
    });
    for (const fault of joinMissing(faults)) {
      const position = positionOf({ owner, key, value }, fault, origins);
      const at = fault.pointer === "" ? "" : ` (at ${fault.pointer})`;
      const place = `${position?.file}:${position?.line}:${position?.column}`;
      diagnostics.set(
        `${place} ${fault.message}`,
        diagnose("contract/example", `${fault.message}${at}`, position, fault.hint),
      );
    }
  };
  const onNode = (node: JsonObject, shape: string, path: DocumentPath): void => {
    for (const stated of statedValues(reading, { node, shape, path })) check(stated);
  };
  walkDocument(
    reading.document.value,
    { type: { kind: "shape", name: "document" }, path: [] },
    { shapes: openApiShapes, visitor: { onNode } },
  );
  return [...diagnostics.values()];
}

/** A value and the member of the document that holds it. */
interface MemberValue {
  readonly owner: object;
  readonly key: string | number;
  readonly value: Json;
}

interface StatedValue extends MemberValue {
  readonly schema: Json;
  readonly direction: Direction | null;
}

interface Visit {
  readonly node: JsonObject;
  readonly shape: string;
  readonly path: DocumentPath;
}

function statedValues(reading: Reading, { node, shape, path }: Visit): readonly StatedValue[] {
  if (shape === "schema") {
    const places = [...placesAt(node, "example"), ...placesAt(node, "default"), ...elementsAt(node, "examples")];
    return places.map((place) => ({ ...place, schema: node, direction: null }));
  }
  const schema = memberOf(node, "schema");
  if ((shape !== "parameter" && shape !== "header" && shape !== "mediaType") || schema === undefined) return [];
  const direction = path.includes("responses") ? "response" : "request";
  const named = entriesAt(node, "examples").flatMap(([, entry]) => placesAt(reading.resolve(entry) ?? {}, "value"));
  // Forms may be written as an object of their fields. Of other types than JSON an example is the text that travels.
  const isText = shape === "mediaType" && !isJsonType(String(path.at(-1)));
  return [...placesAt(node, "example"), ...named]
    .filter(({ value }) => !isText || (isObject(value) && isFormType(String(path.at(-1)))))
    .map((place) => ({ ...place, schema, direction }));
}

function placesAt(owner: JsonObject, key: string): readonly MemberValue[] {
  const value = memberOf(owner, key);
  return value === undefined ? [] : [{ owner, key, value }];
}

function elementsAt(node: JsonObject, key: string): readonly MemberValue[] {
  const owner = memberOf(node, key);
  return isList(owner) ? listAt(node, key).map((value, index) => ({ owner, key: index, value })) : [];
}

/** The deepest place on the way to the fault that the author wrote. */
function positionOf({ owner, key, value }: MemberValue, { pointer }: BodyFault, origins: Origins): Position | null {
  const tokens = tokensOf(pointer);
  const parent = tokens.length === 0 ? undefined : resolvePointer(value, tokens.slice(0, -1));
  const last = tokens.at(-1);
  const holdsIt = isObject(parent) || isList(parent);
  const inner = holdsIt && last !== undefined ? origins.ofKey(parent, last) : null;
  return inner ?? origins.ofValue(owner, key);
}
