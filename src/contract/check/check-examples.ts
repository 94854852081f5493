import type { Origins } from "#read/yaml/origins.ts";
import { checkStream } from "#shared/conformance/check-stream.ts";
import { checkByStandard } from "#shared/conformance/check-value.ts";
import { type BodyFault, joinMissing } from "#shared/conformance/sample-fault.ts";
import type { Direction } from "#shared/contract/operation.ts";
import { type Framing, framingOf } from "#shared/contract/notation/stream.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";
import { resolvePointer, tokensOf } from "#shared/json/json-pointer.ts";
import { entriesAt, isList, isObject, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";
import { valueOfJson } from "#shared/json/parse-json.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import type { Reading } from "../convert/reading.ts";
import { jsonInText } from "../convert/to-examples.ts";
import { contentSchemaOf } from "../convert/to-payload.ts";
import { openApiShapes } from "../structure/openapi-shapes.ts";
import { type DocumentPath, walkDocument } from "../structure/walk-document.ts";

/**
 * Checks the document's own examples and defaults against their schemas by the standard: an object is open unless its
 * schema closes it.
 */
export function checkExamples(reading: Reading): readonly Diagnostic[] {
  const { origins, schemas } = reading;
  const schemaByName = schemas.toSchemas();
  const diagnostics = new Map<string, Diagnostic>();
  const check = ({ owner, key, value, schema, direction, framing }: StatedValue): void => {
    const title = key === "default" ? "the default" : "the example";
    const options = { schemaByName, direction, title };
    const faults =
      framing === null || typeof value !== "string"
        ? checkByStandard(value, schemas.toSchema(schema), options)
        : checkStream(schemas.toSchema(schema), { text: value, framing, check: options, by: checkByStandard });
    for (const fault of joinMissing(faults)) {
      const position = positionOf({ owner, key, value }, fault, origins);
      const at = fault.pointer === "" ? "" : ` (at ${fault.pointer})`;
      const { file, line, column } = position ?? {};
      const isJson = fault.pointer === "" && jsonInText(value) !== undefined;
      const hint = fault.hint ?? (isJson ? "it's JSON in a text: write it without the quotes or the |" : null);
      const finding = diagnose("contract/example", `${fault.message}${at}`, position, hint);
      diagnostics.set(`${file}:${line}:${column} ${fault.message}`, finding);
    }
  };
  const onNode = (node: JsonObject, shape: string, path: DocumentPath): void => {
    for (const stated of valuesIn(reading, { node, shape, path })) check(stated);
  };
  const start = { type: { kind: "shape", name: "document" }, path: [] } as const;
  walkDocument(reading.document.value, start, { shapes: openApiShapes, visitor: { onNode } });
  return [...diagnostics.values()];
}

interface MemberValue {
  readonly owner: object;
  readonly key: string | number;
  readonly value: Json;
}

interface StatedValue extends MemberValue {
  readonly schema: Json;
  readonly direction: Direction | null;
  /** Null unless the value may be the text of a stream. */
  readonly framing: Framing | null;
}

function valuesIn(
  reading: Reading,
  { node, shape, path }: { readonly node: JsonObject; readonly shape: string; readonly path: DocumentPath },
): readonly StatedValue[] {
  if (shape === "schema") {
    const owner = memberOf(node, "examples");
    const listed = isList(owner) ? owner.map((value, key) => ({ owner, key, value })) : [];
    const values = [...valueAt(node, "example"), ...valueAt(node, "default"), ...listed];
    return values.map((value) => ({ ...value, schema: node, direction: null, framing: null }));
  }
  const schema = shape === "mediaType" ? contentSchemaOf(node) : memberOf(node, "schema");
  if ((shape !== "parameter" && shape !== "header" && shape !== "mediaType") || schema === undefined) return [];
  const direction = directionAt(path);
  const type = shape === "mediaType" ? String(path.at(-1)) : null;
  const framing = framingIn(type ?? "", schema, reading);
  const examples = entriesAt(node, "examples").map(([, entry]) => reading.resolve(entry) ?? {});
  const written = [...valueAt(node, "example"), ...examples.flatMap((example) => valueAt(example, "value"))];
  const serialized = examples.flatMap((example) => valueAt(example, "serializedValue"));
  return [
    ...written.filter(({ value }) => type === null || isData(value, type, framing)),
    ...examples.flatMap((example) => valueAt(example, "dataValue")),
    ...serialized.flatMap((text) => (type === null ? [] : framing === null ? parseText(text, type) : text)),
  ].map((value) => ({ ...value, schema, direction, framing }));
}

/** Null where a value may travel both ways, and where the provider calls its reader. */
function directionAt(path: DocumentPath): Direction | null {
  if (["mediaTypes", "webhooks", "callbacks"].some((member) => path.includes(member))) return null;
  return path.includes("responses") ? "response" : "request";
}

/** Null where the schema describes a single item, not the list of all: many documents do that. */
function framingIn(type: string, schema: Json, { schemas }: Reading): Framing | null {
  const framing = framingOf(type);
  const isWhole = framing !== null && resolveSchema(schemas.toSchema(schema), schemas.toSchemas()).items !== null;
  return isWhole ? framing : null;
}

function isData(value: Json, type: string, framing: Framing | null): boolean {
  if (isJsonType(type)) return true;
  return isFormType(type) ? isObject(value) : framing !== null && (isList(value) || typeof value === "string");
}

function parseText(text: MemberValue, type: string): readonly MemberValue[] {
  if (!isJsonType(type) || typeof text.value !== "string") return [];
  const value = valueOfJson(text.value);
  return value === undefined ? [] : [{ ...text, value }];
}

function valueAt(owner: JsonObject, key: string): readonly MemberValue[] {
  const value = memberOf(owner, key);
  return value === undefined ? [] : [{ owner, key, value }];
}

function positionOf({ owner, key, value }: MemberValue, { pointer }: BodyFault, origins: Origins): Position | null {
  const tokens = tokensOf(pointer);
  const parent = tokens.length === 0 ? undefined : resolvePointer(value, tokens.slice(0, -1));
  const last = tokens.at(-1);
  const holdsIt = isObject(parent) || isList(parent);
  const inner = holdsIt && last !== undefined ? origins.ofKey(parent, last) : null;
  return inner ?? origins.ofValue(owner, key);
}
