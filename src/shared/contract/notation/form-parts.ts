import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { isJsonType, isMultipart } from "#shared/media-type.ts";

import type { MediaType, PartEncoding } from "../operation.ts";
import type { FormFile, FormPart, NameValue } from "../request.ts";
import { toPairs, toParameterValue, toPlainText } from "./parameter-notation.ts";

/** A member of a form before it's written. A list of files becomes several members with the same name. */
export type FormMember = { readonly kind: "value"; readonly name: string; readonly value: Json } | FormFile;

/**
 * Writes a form's members as parts (OpenAPI 3.1.1, section 4.8.15), for samples, the explorer and the sandbox. A stated
 * style decides how a member is written. By default a list becomes a part per item, and an object becomes JSON, with
 * that type if parts have types. `null` isn't sent, because RFC 6570 (section 2.3) counts it as undefined.
 */
export function toFormParts(
  members: readonly FormMember[],
  { type, encoding }: Pick<MediaType, "type" | "encoding">,
): readonly FormPart[] {
  const hasHeads = isMultipart(type);
  return members.flatMap((member): readonly FormPart[] => {
    const own = encoding.get(member.name) ?? plain;
    const parts = member.kind === "file" ? [member] : toFields(member.name, member.value, own);
    return parts.map((part) => (hasHeads ? withHeaders(part, own) : withoutType(part)));
  });
}

const plain: PartEncoding = { types: [], notation: null, headers: [] };

function toFields(name: string, value: Json, { types, notation }: PartEncoding): readonly FormPart[] {
  if (notation !== null) {
    return toPairs(name, toParameterValue(value, notation), notation).map((pair) => ({
      kind: "field",
      name: pair.name,
      value: pair.value,
    }));
  }
  const items = (isList(value) ? value : [value]).filter((item) => item !== null);
  return items.map((item): FormPart => {
    const mediaType = typeOfPart(item, types);
    if (mediaType === null) return { kind: "field", name, value: toPlainText(item) };
    return { kind: "field", name, value: isJsonType(mediaType) ? toJsonPart(item) : toPlainText(item), mediaType };
  });
}

/** Null for plain text, the default type of a part (RFC 7578, section 4.4). */
function typeOfPart(item: Json, types: readonly string[]): string | null {
  const stated = types.find((type) => !type.includes("*"));
  return stated ?? (isObject(item) || isList(item) ? "application/json" : null);
}

/** An example may already be JSON text. */
function toJsonPart(item: Json): string {
  const isWritten = typeof item === "string" && parseJson(item).faults.length === 0;
  return isWritten ? item : toJsonText(item);
}

function withHeaders(part: FormPart, { headers }: PartEncoding): FormPart {
  return headers.length === 0 ? part : { ...part, headers };
}

/** Parts of a urlencoded form have no headers. */
function withoutType(part: FormPart): FormPart {
  return part.kind === "file" ? part : { kind: "field", name: part.name, value: part.value };
}

/**
 * The value of a part's `Content-Disposition`, with names encoded like in browsers (HTML standard, section 4.10.21.8).
 */
function dispositionOf(part: FormPart): string {
  const name = `form-data; name="${encodeName(part.name)}"`;
  return part.kind === "file" ? `${name}; filename="${encodeName(part.fileName)}"` : name;
}

function encodeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}

/** The headers of a part of `multipart/form-data`. */
export function headersOfPart(part: FormPart): readonly NameValue[] {
  const type = part.mediaType === undefined ? [] : [{ name: "Content-Type", value: part.mediaType }];
  return [{ name: "Content-Disposition", value: dispositionOf(part) }, ...type, ...(part.headers ?? [])];
}

/** The lines before the content of a part. */
export function headOfPart(part: FormPart): string {
  const lines = headersOfPart(part).map(({ name, value }) => `${name}: ${value.replace(/[\r\n\0]+/g, " ")}\r\n`);
  return `${lines.join("")}\r\n`;
}
