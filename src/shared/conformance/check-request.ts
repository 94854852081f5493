import type { ContractSlice, SliceMediaType, SliceOperation } from "../contract/contract-slice.ts";
import { framingOf } from "../contract/notation/stream.ts";
import type { FormPart, RequestContent, RequestValue } from "../contract/request.ts";
import { anySchema, resolveSchema } from "../contract/schema.ts";
import { nearestHint } from "../diagnostics/nearest.ts";
import { isList, type Json, toText } from "../json/json.ts";
import { takesType } from "../media-type.ts";
import { decodePercent } from "../percent.ts";
import { checkParameters, type RequestCheck } from "./check-parameters.ts";
import { checkStream } from "./check-stream.ts";
import { checkValue, withoutShown } from "./check-value.ts";
import { type BodyFault, type RequestFault, withoutNotation } from "./sample-fault.ts";
import { readForm } from "./typed-value.ts";

/** Checks a request against an operation: method, path, parameters, headers, media type and body. */
export function checkRequest(
  contract: ContractSlice,
  operationId: string,
  request: RequestValue,
): readonly RequestFault[] {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) {
    const hint = nearestHint(
      operationId,
      contract.operations.map(({ id }) => id),
    );
    return [{ place: { kind: "request-line" }, message: `the contract has no operation \`${operationId}\``, hint }];
  }
  const check = { contract, operation };
  const path = matchPath(operation.path, request.path);
  return [
    ...checkMethod(operation, request),
    ...(path.kind === "match" ? [] : [checkPath(check, request, path.hint)]),
    ...checkParameters(check, request, path.kind === "match" ? path.values : null),
    ...checkContent(check, request.body),
  ];
}

function checkMethod({ id, method }: SliceOperation, request: RequestValue): readonly RequestFault[] {
  if (method === request.method) return [];
  const message = `\`${id}\` is a ${method.toUpperCase()}, not a ${request.method.toUpperCase()}`;
  return [{ place: { kind: "request-line" }, message, hint: null }];
}

function checkPath({ contract, operation }: RequestCheck, request: RequestValue, hint: string | null): RequestFault {
  const { basePath } = contract;
  const hasBase = basePath !== "" && request.path.startsWith(`${basePath}/`);
  const message = `the path of \`${operation.id}\` is ${operation.path}, not ${request.path}`;
  return { place: { kind: "request-line" }, message, hint: hasBase ? `leave out ${basePath}` : hint };
}

type PathMatch =
  /** The placeholders' texts by name, percent-decoded. */
  | { readonly kind: "match"; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "mismatch"; readonly hint: string | null };

/** Matches a path against a template: `/loads/LD-20417/` and `/loads/{load_number}/`. */
export function matchPath(template: string, path: string): PathMatch {
  const segments = template.split("/");
  const texts = path.split("/");
  const values = new Map<string, string>();
  const isMatch =
    segments.length === texts.length &&
    segments.every((segment, index) => {
      const text = texts[index] ?? "";
      return matchSegment(segment, text, values) || matchSegment(segment, decodeMarks(text), values);
    });
  if (isMatch) return { kind: "match", values };
  if (template === `${path}/` || segments.length === texts.length + 1) {
    return {
      kind: "mismatch",
      hint: template.endsWith("/") && !path.endsWith("/") ? "add the slash at the end" : null,
    };
  }
  const hasExtraSlash = path.endsWith("/") && !template.endsWith("/");
  return { kind: "mismatch", hint: hasExtraSlash ? "leave out the slash at the end" : null };
}

/** Parentheses and the like may be encoded in an address, and stand in a path as they are: `/Books({id})`. */
function decodeMarks(text: string): string {
  return text.replace(/%(?:2[1-46-9A-C]|3[ABD]|40)/gi, (code) => decodePercent(code) ?? code);
}

function matchSegment(template: string, text: string, values: Map<string, string>): boolean {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), (match) => match[1] ?? "");
  if (names.length === 0) return template === text || template === decodePercent(text);
  const literals = template.split(/\{[^{}]+\}/);
  let offset = 0;
  for (const [index, name] of names.entries()) {
    const before = literals[index] ?? "";
    const after = literals[index + 1] ?? "";
    if (!text.startsWith(before, offset)) return false;
    const start = offset + before.length;
    // Where nothing stands between two of them, the second is an extension: `/files/{name}{extension}`.
    const next = after === "" ? Math.max(start + 1, text.lastIndexOf(".")) : text.indexOf(after, start + 1);
    const end = index === names.length - 1 ? text.length - after.length : next;
    if (end <= start || !text.startsWith(after, end)) return false;
    const written = text.slice(start, end);
    values.set(name, decodePercent(written) ?? written);
    offset = end;
  }
  return true;
}

function checkContent(check: RequestCheck, body: RequestContent): readonly RequestFault[] {
  const { id, requestBody } = check.operation;
  if (body.kind === "none") {
    return requestBody?.required === true ? [fault(`\`${id}\` needs a body`, null)] : [];
  }
  if (!requestBody) return [fault(`\`${id}\` takes no body`, null)];
  const mediaType = requestBody.content.find(({ type }) => takesType(type, body.mediaType));
  if (!mediaType) {
    const types = requestBody.content.map(({ type }) => type).join(" or ");
    return [fault(`\`${id}\` doesn't take ${body.mediaType}`, `it takes ${types}`, "Content-Type")];
  }
  if (body.kind === "json") return checkBody(check, body.value, mediaType).map(toRequestFault);
  if (body.kind === "text") return checkText(check, body, mediaType).map(toRequestFault);
  return body.kind === "form" ? checkForm(check, body.parts, mediaType) : [];
}

function fault(message: string, hint: string | null, header: string | null = null): RequestFault {
  return { place: header === null ? { kind: "request-line" } : { kind: "header", name: header }, message, hint };
}

function checkBody({ contract }: RequestCheck, value: Json, { schema }: SliceMediaType): readonly BodyFault[] {
  return checkValue(value, schema ?? anySchema, optionsFor(contract));
}

function optionsFor({ schemaByName }: ContractSlice) {
  return { schemaByName, direction: "request" } as const;
}

function checkText({ contract }: RequestCheck, { mediaType, text }: TextBody, media: SliceMediaType) {
  const framing = framingOf(mediaType);
  if (framing === null) return [];
  return checkStream(media.schema ?? anySchema, { text, framing, check: optionsFor(contract), by: checkValue });
}

type TextBody = RequestContent & { readonly kind: "text" };

function toRequestFault({ pointer, ...found }: BodyFault): RequestFault {
  return { ...found, place: { kind: "body", pointer } };
}

function checkForm(
  check: RequestCheck,
  parts: readonly FormPart[],
  mediaType: SliceMediaType,
): readonly RequestFault[] {
  const { schemaByName } = check.contract;
  const { members } = resolveSchema(mediaType.schema ?? anySchema, schemaByName);
  const names = new Set(members.map(({ name }) => name));
  const faults = checkBody(check, readForm(parts, mediaType, schemaByName), mediaType);
  const queryNames = new Set(
    check.operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
  );
  return [
    ...faults.map((found): RequestFault => {
      const name = found.pointer.slice(1);
      const isQuery = queryNames.has(name) && !names.has(name);
      return toRequestFault(isQuery ? { ...found, hint: "it is a query parameter" } : found);
    }),
    ...parts.flatMap((part) => checkFile(part, mediaType)),
  ];
}

function checkFile(part: FormPart, { encoding }: SliceMediaType): readonly RequestFault[] {
  const types = encoding.get(part.name)?.types ?? [];
  if (part.kind !== "file" || types.length === 0 || types.some((type) => takesType(type, part.mediaType))) return [];
  const message = `\`${part.name}\` can't be ${part.mediaType}`;
  return [{ place: { kind: "body", pointer: `/${part.name}` }, message, hint: `one of ${types.join(", ")}` }];
}

/**
 * Checks a request from a program, for the sandbox and for assistants. A program that writes 5.0 means 5, except for
 * money, where it may mean dollars. Sending the contract's own example is never a fault, even if that breaks its
 * schema.
 */
export function checkSentRequest(
  contract: ContractSlice,
  operation: SliceOperation,
  request: RequestValue,
): readonly RequestFault[] {
  const own = { ...contract, operations: [operation] };
  const faults = withoutNotation(checkRequest(own, operation.id, request));
  return faults.filter((found) => !isShown(found, { contract, operation, request }));
}

interface Sent {
  readonly contract: ContractSlice;
  readonly operation: SliceOperation;
  readonly request: RequestValue;
}

function isShown({ place, message }: RequestFault, { contract, operation, request }: Sent): boolean {
  switch (place.kind) {
    case "body": {
      const { body } = request;
      const media = operation.requestBody?.content.find(
        ({ type }) => "mediaType" in body && takesType(type, body.mediaType),
      );
      const { schema = null, examples = [] } = media ?? {};
      if (schema === null) return false;
      const check = (value: Json): readonly BodyFault[] => checkValue(value, schema, optionsFor(contract));
      const shown = examples.map(({ value }) => value);
      return withoutShown([{ pointer: place.pointer, message }], shown, check).length === 0;
    }
    case "query":
    case "header": {
      const isNamed = ({ name }: { readonly name: string }): boolean =>
        place.kind === "query" ? name === place.name : name.toLowerCase() === place.name.toLowerCase();
      const pairs = place.kind === "query" ? request.query : request.headers;
      const sent = pairs.filter(isNamed).map(({ value }) => value);
      return operation.parameters.some(
        (parameter) => parameter.in === place.kind && isNamed(parameter) && isExample(sent.join(","), parameter),
      );
    }
    case "request-line": {
      const path = matchPath(operation.path, request.path);
      const sent = path.kind === "match" ? path.values.get(place.parameter ?? "") : undefined;
      return operation.parameters.some(
        (parameter) => parameter.in === "path" && parameter.name === place.parameter && isExample(sent, parameter),
      );
    }
  }
}

function isExample(sent: string | undefined, { examples }: SliceOperation["parameters"][number]): boolean {
  return examples.some(({ value }) => sent === (isList(value) ? value.map(toText).join(",") : toText(value)));
}
