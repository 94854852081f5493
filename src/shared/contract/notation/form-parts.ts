import { isList, isObject, type Json, toJsonText } from "#shared/json/json.ts";
import { valueOfJson } from "#shared/json/parse-json.ts";
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
  return members.flatMap((member): readonly FormPart[] => {
    const own = encoding.get(member.name) ?? plain;
    const { headers } = own;
    const parts = member.kind === "file" ? [member] : toFields(member.name, member.value, own);
    if (isMultipart(type)) return headers.length === 0 ? parts : parts.map((part) => ({ ...part, headers }));
    // Parts of a urlencoded form have no headers.
    return parts.map((part) => (part.kind === "file" ? part : { kind: "field", name: part.name, value: part.value }));
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
  const stated = types.find((type) => !type.includes("*"));
  const items = (isList(value) ? value : [value]).filter((item) => item !== null);
  return items.map((item): FormPart => {
    // Plain text is the default type of a part (RFC 7578, section 4.4).
    const mediaType = stated ?? (isObject(item) || isList(item) ? "application/json" : null);
    if (mediaType === null) return { kind: "field", name, value: toPlainText(item) };
    return { kind: "field", name, value: isJsonType(mediaType) ? toJsonPart(item) : toPlainText(item), mediaType };
  });
}

/** An example may already be JSON text. */
function toJsonPart(item: Json): string {
  const isWritten = typeof item === "string" && valueOfJson(item) !== undefined;
  return isWritten ? item : toJsonText(item);
}

/** The headers of a part of `multipart/form-data`. */
export function headersOfPart(part: FormPart): readonly NameValue[] {
  const file = part.kind === "file" ? `; filename="${encodeName(part.fileName)}"` : "";
  return [
    { name: "Content-Disposition", value: `form-data; name="${encodeName(part.name)}"${file}` },
    ...(part.mediaType === undefined ? [] : [{ name: "Content-Type", value: part.mediaType }]),
    ...(part.headers ?? []),
  ];
}

/** As browsers do (HTML standard, section 4.10.21.8). */
function encodeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}

/** The lines before the content of a part. */
export function headOfPart(part: FormPart): string {
  const lines = headersOfPart(part).map(({ name, value }) => `${name}: ${value.replace(/[\r\n\0]+/g, " ")}\r\n`);
  return `${lines.join("")}\r\n`;
}
