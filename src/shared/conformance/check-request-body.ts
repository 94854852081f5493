import { resolveIn } from "../contract/find-operation.ts";
import { mergeAllOf } from "../contract/merge-schema.ts";
import type { MediaType } from "../contract/operation.ts";
import type { FormPart, RequestContent } from "../contract/request.ts";
import { addMembers, entriesAt, isObject, type Json, type JsonObject, memberOf, toObject } from "../json/json.ts";
import { checkValue } from "./check-value.ts";
import { coerceText } from "./coerce-text.ts";
import type { RequestFault } from "./contract-guide.ts";
import type { RequestCheck } from "./request-check.ts";

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
  const schema = findSchema(check, mediaType.type);
  if (body.kind === "json") return checkJson(check, body.value, schema);
  return body.kind === "form" ? checkForm(check, body.parts, { mediaType, schema }) : [];
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

function findSchema({ contract, node }: RequestCheck, type: string): Json {
  const body = resolveIn(contract.document, memberOf(node, "requestBody"));
  const content = entriesAt(body ?? undefined, "content").find(([name]) => name === type);
  return memberOf(content?.[1], "schema") ?? true;
}

function checkJson({ contract }: RequestCheck, value: Json, schema: Json): readonly RequestFault[] {
  const { document } = contract;
  const faults = checkValue(value, schema, { document, direction: "request", isPartial: false, title: "the body" });
  return faults.map(({ pointer, message, hint }) => ({ place: { kind: "body", pointer }, message, hint }));
}

interface Form {
  readonly mediaType: MediaType;
  readonly schema: Json;
}

function checkForm(check: RequestCheck, parts: readonly FormPart[], form: Form): readonly RequestFault[] {
  const { document } = check.contract;
  const members = describeMembers(document, form.schema);
  const value = toValue(parts, { document, members });
  const faults = checkValue(value, form.schema, {
    document,
    direction: "request",
    isPartial: false,
    title: "the body",
  });
  const queryNames = new Set(
    check.operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
  );
  return [
    ...faults.map(({ pointer, message, hint }): RequestFault => {
      const isQuery = queryNames.has(pointer.slice(1)) && !members.has(pointer.slice(1));
      return { place: { kind: "body", pointer }, message, hint: isQuery ? "it is a query parameter" : hint };
    }),
    ...parts.flatMap((part) => checkFile(part, form.mediaType)),
  ];
}

function describeMembers(document: JsonObject, schema: Json): ReadonlyMap<string, Json> {
  const target = (reference: string): JsonObject | null => resolveIn(document, { $ref: reference });
  const node = isObject(schema)
    ? mergeAllOf(resolveIn(document, schema) ?? {}, { target, refine: addMembers }).node
    : {};
  return new Map(entriesAt(node, "properties"));
}

/** A form as the object that its schema describes; a file counts as a text. */
function toValue(
  parts: readonly FormPart[],
  { document, members }: { readonly document: JsonObject; readonly members: ReadonlyMap<string, Json> },
): Json {
  const values = new Map<string, Json>();
  for (const part of parts) {
    const text = part.kind === "file" ? part.fileName : part.value;
    const value = coerceText(text, members.get(part.name) ?? true, { document, listStyle: null });
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
