import type { ContractSlice, SliceMediaType, SliceOperation, SliceParameter } from "../contract/contract-slice.ts";
import { matchPath } from "../contract/notation/path-template.ts";
import { framingOf } from "../contract/notation/stream.ts";
import type { FormPart, RequestContent, RequestValue } from "../contract/request.ts";
import { anySchema, resolveSchema } from "../contract/schema.ts";
import { nearest, nearestHint } from "../diagnostics/nearest.ts";
import { isList, type Json, toText } from "../json/json.ts";
import { takesType } from "../media-type.ts";
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
  if (operation) return checkOperation({ contract, operation }, request);
  const ids = contract.operations.map(({ id }) => id);
  return [fault(`the contract has no operation \`${operationId}\``, nearestHint(operationId, ids))];
}

function checkOperation(check: RequestCheck, request: RequestValue): readonly RequestFault[] {
  const { id, method, path } = check.operation;
  const { basePath } = check.contract;
  const match = matchPath(path, request.path);
  const faults: RequestFault[] = [];
  if (method !== request.method) {
    faults.push(fault(`\`${id}\` is a ${method.toUpperCase()}, not a ${request.method.toUpperCase()}`, null));
  }
  if (match.kind === "mismatch") {
    const hasBase = basePath !== "" && request.path.startsWith(`${basePath}/`);
    const hint = hasBase ? `leave out ${basePath}` : match.hint;
    faults.push(fault(`the path of \`${id}\` is ${path}, not ${request.path}`, hint));
  }
  return [
    ...faults,
    ...checkParameters(check, request, match.kind === "match" ? match.values : null),
    ...checkContent(check, request.body),
  ];
}

interface SuggestedPath {
  readonly path: string;
  /** True for the same path with the other slash form, which a server treats as another path. */
  readonly isOtherSlashForm: boolean;
}

/** The path that one without a match may mean; null if none is similar. */
export function suggestPath(path: string, templates: readonly string[]): SuggestedPath | null {
  const otherForm = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  if (templates.some((template) => matchPath(template, otherForm).kind === "match"))
    return { path: otherForm, isOtherSlashForm: true };
  const similar = nearest(path, templates);
  return similar === null ? null : { path: similar, isOtherSlashForm: false };
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
  if (body.kind === "form") return checkForm(check, body.parts, mediaType);
  const framing = body.kind === "text" ? framingOf(body.mediaType) : null;
  if (body.kind !== "text" || framing === null) return [];
  const stream = { text: body.text, framing, check: optionsFor(check.contract), by: checkValue };
  return checkStream(mediaType.schema ?? anySchema, stream).map(toRequestFault);
}

function fault(message: string, hint: string | null, header: string | null = null): RequestFault {
  return { part: header === null ? { kind: "request-line" } : { kind: "header", name: header }, message, hint };
}

function checkBody({ contract }: RequestCheck, value: Json, { schema }: SliceMediaType): readonly BodyFault[] {
  return checkValue(value, schema ?? anySchema, optionsFor(contract));
}

function optionsFor({ schemaByName }: ContractSlice) {
  return { schemaByName, direction: "request" } as const;
}

function toRequestFault({ pointer, ...found }: BodyFault): RequestFault {
  return { ...found, part: { kind: "body", pointer } };
}

function checkForm(
  check: RequestCheck,
  parts: readonly FormPart[],
  mediaType: SliceMediaType,
): readonly RequestFault[] {
  const { schemaByName } = check.contract;
  const { members } = resolveSchema(mediaType.schema ?? anySchema, schemaByName);
  const query = check.operation.parameters.filter((parameter) => parameter.in === "query");
  const faults = checkBody(check, readForm(parts, mediaType, schemaByName), mediaType);
  return [
    ...faults.map((found): RequestFault => {
      const isNamed = ({ name }: { readonly name: string }): boolean => name === found.pointer.slice(1);
      const isQuery = query.some(isNamed) && !members.some(isNamed);
      return toRequestFault(isQuery ? { ...found, hint: "it is a query parameter" } : found);
    }),
    ...parts.flatMap((part) => checkFile(part, mediaType)),
  ];
}

function checkFile(part: FormPart, { encoding }: SliceMediaType): readonly RequestFault[] {
  const types = encoding.get(part.name)?.types ?? [];
  if (part.kind !== "file" || types.length === 0 || types.some((type) => takesType(type, part.mediaType))) return [];
  const message = `\`${part.name}\` can't be ${part.mediaType}`;
  return [{ part: { kind: "body", pointer: `/${part.name}` }, message, hint: `one of ${types.join(", ")}` }];
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
  const check = { contract, operation };
  const faults = withoutNotation(checkOperation(check, request));
  return faults.filter((found) => !isShown(found, check, request));
}

function isShown(
  { part, message }: RequestFault,
  { contract, operation }: RequestCheck,
  request: RequestValue,
): boolean {
  switch (part.kind) {
    case "body": {
      const { body } = request;
      const media = operation.requestBody?.content.find(
        ({ type }) => "mediaType" in body && takesType(type, body.mediaType),
      );
      if (!media?.schema) return false;
      const shown = media.examples.map(({ value }) => value);
      const check = (value: Json): readonly BodyFault[] => checkBody({ contract, operation }, value, media);
      return withoutShown([{ pointer: part.pointer, message }], shown, check).length === 0;
    }
    case "query":
    case "header": {
      const isNamed = ({ name }: { readonly name: string }): boolean =>
        part.kind === "query" ? name === part.name : name.toLowerCase() === part.name.toLowerCase();
      const pairs = part.kind === "query" ? request.query : request.headers;
      const sent = pairs.filter(isNamed).map(({ value }) => value);
      return operation.parameters.some(
        (parameter) => parameter.in === part.kind && isNamed(parameter) && isExample(sent.join(","), parameter),
      );
    }
    case "request-line": {
      const path = matchPath(operation.path, request.path);
      const sent = path.kind === "match" ? path.values.get(part.parameter ?? "") : undefined;
      return operation.parameters.some(
        (parameter) => parameter.in === "path" && parameter.name === part.parameter && isExample(sent, parameter),
      );
    }
  }
}

function isExample(sent: string | undefined, { examples }: SliceParameter): boolean {
  return examples.some(({ value }) => sent === (isList(value) ? value.map(toText).join(",") : toText(value)));
}
