import type { MediaType } from "../contract/operation.ts";
import type { FormPart, RequestContent } from "../contract/request.ts";
import { anySchema, resolveSchema, type Schema, type SchemaByName } from "../contract/schema.ts";
import { type Json, toObject } from "../json/json.ts";
import type { RequestCheck } from "./check-parameters.ts";
import { checkValue } from "./check-value.ts";
import type { BodyFault, RequestFault } from "./sample-fault.ts";
import { toTypedValue } from "./typed-value.ts";

/** Holds a request's body against the operation's: whether there is one, its media type, and what is in it. */
export function checkRequestBody(check: RequestCheck, body: RequestContent): readonly RequestFault[] {
  const { id, requestBody } = check.operation;
  if (body.kind === "none") {
    return requestBody?.required === true ? [fault(`\`${id}\` needs a body`, null)] : [];
  }
  if (!requestBody) return [fault(`\`${id}\` takes no body`, null)];
  const mediaType = requestBody.content.find(({ type }) => isSameType(type, body.mediaType));
  if (!mediaType) {
    const types = requestBody.content.map(({ type }) => type).join(" or ");
    return [fault(`\`${id}\` does not take ${body.mediaType}`, `it takes ${types}`, "Content-Type")];
  }
  if (body.kind === "json") return checkBody(check, body.value, mediaType).map(toRequestFault);
  return body.kind === "form" ? checkForm(check, body.parts, mediaType) : [];
}

function fault(message: string, hint: string | null, header: string | null = null): RequestFault {
  return { place: header === null ? { kind: "request-line" } : { kind: "header", name: header }, message, hint };
}

/** Parameters do not matter, and the contract may accept a whole range: `image/*` (RFC 9110, 8.3). */
function isSameType(accepted: string, sent: string): boolean {
  const [accept, type] = [accepted, sent].map((text) => text.split(";")[0]?.trim().toLowerCase() ?? "");
  return (
    accept === type ||
    accept === "*/*" ||
    (accept?.endsWith("/*") === true && type?.startsWith(accept.slice(0, -1)) === true)
  );
}

function checkBody({ contract }: RequestCheck, value: Json, { schema }: MediaType): readonly BodyFault[] {
  const { schemaByName } = contract;
  return checkValue(value, schema ?? anySchema, {
    schemaByName,
    direction: "request",
    isPartial: false,
    title: "the body",
  });
}

function toRequestFault({ pointer, message, hint }: BodyFault): RequestFault {
  return { place: { kind: "body", pointer }, message, hint };
}

function checkForm(check: RequestCheck, parts: readonly FormPart[], mediaType: MediaType): readonly RequestFault[] {
  const { schemaByName } = check.contract;
  const { members } = resolveSchema(mediaType.schema ?? anySchema, schemaByName);
  const schemas = new Map(members.map(({ name, schema }) => [name, schema]));
  const faults = checkBody(check, toValue(parts, schemas, schemaByName), mediaType);
  const queryNames = new Set(
    check.operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
  );
  return [
    ...faults.map(({ pointer, message, hint }): RequestFault => {
      const isQuery = queryNames.has(pointer.slice(1)) && !schemas.has(pointer.slice(1));
      return toRequestFault({ pointer, message, hint: isQuery ? "it is a query parameter" : hint });
    }),
    ...parts.flatMap((part) => checkFile(part, mediaType)),
  ];
}

/** A form as the object that its schema describes; a file counts as a text. */
function toValue(parts: readonly FormPart[], schemas: ReadonlyMap<string, Schema>, schemaByName: SchemaByName): Json {
  const values = new Map<string, Json>();
  for (const part of parts) {
    const text = part.kind === "file" ? part.fileName : part.value;
    const value = toTypedValue(text, schemas.get(part.name) ?? anySchema, { schemaByName, listStyle: null });
    const known = values.get(part.name);
    values.set(part.name, Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value);
  }
  return toObject(values);
}

function checkFile(part: FormPart, { partTypes }: MediaType): readonly RequestFault[] {
  const types = partTypes.get(part.name);
  if (part.kind !== "file" || !types || types.some((type) => isSameType(type, part.mediaType))) return [];
  const message = `\`${part.name}\` cannot be ${part.mediaType}`;
  return [{ place: { kind: "body", pointer: `/${part.name}` }, message, hint: `one of ${types.join(", ")}` }];
}
