import { type FormMember, toFormParts } from "#shared/contract/notation/form-parts.ts";
import { serializeParameters, toPlainText } from "#shared/contract/notation/parameter-notation.ts";
import type { MediaType, Operation, Parameter, RequestBody } from "#shared/contract/operation.ts";
import type { FormFile, Method, RequestContent, RequestValue } from "#shared/contract/request.ts";
import {
  holdsFile,
  isFile,
  membersByName,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "#shared/contract/schema.ts";
import { isSecret, type SecurityScheme } from "#shared/contract/security.ts";
import { isDouble, isList, isNumber, isObject, type Json, type JsonObject, toJsonText } from "#shared/json/json.ts";
import { extensionOf, isFormType, isJsonType } from "#shared/media-type.ts";
import {
  isIgnoredHeader,
  sampledContent,
  sampleValue,
  toAcceptHeader,
  toSendable,
  unwritten,
} from "#shared/samples/sampled.ts";

type RequestParts = Pick<Operation, "method" | "path" | "parameters" | "requestBody" | "responses"> &
  Pick<RequestValue, "credentials">;

/** Makes a sample request of the first example of the body and the examples of the parameters. */
export function toRequest(parts: RequestParts, schemaByName: SchemaByName): RequestValue {
  const { method, parameters, requestBody, credentials } = parts;
  const sampled = parameters.filter((parameter) => parameter.isSampled || parameter.in === "path");
  const { path, query, headers } = serializeParameters(parts.path, sampled.flatMap(toSent));
  return {
    method,
    path,
    query,
    headers: [...headers, ...toAcceptHeader(parts.responses)],
    credentials,
    body: toBody(requestBody, schemaByName),
  };
}

/** A header or cookie without a value is sent with its name. */
function toSent(parameter: Parameter) {
  const isNamed = parameter.in === "header" || parameter.in === "cookie";
  const value = sampleValue(parameter) ?? (isNamed ? parameter.name : undefined);
  return value === undefined || isIgnoredHeader(parameter) ? [] : [{ ...parameter, value }];
}

/**
 * Marks the parameters of a typical call: required ones, pages of a list, optional ones of a change. Credentials of a
 * security scheme may be listed as parameters too, but are left to the scheme.
 */
export function chooseSampled(
  method: Method,
  parameters: readonly Parameter[],
  schemes: readonly SecurityScheme[],
): readonly Parameter[] {
  const own = parameters.filter((parameter) => !isSecret(parameter, schemes));
  const required = own.filter((parameter) => parameter.required);
  const optional = own.filter((parameter) => !parameter.required);
  const stated = optional.filter(({ examples }) => examples.some(({ authored }) => authored));
  const headers = stated.filter((parameter) => parameter.in === "header");
  const inQuery = stated.filter((parameter) => parameter.in === "query");
  const query = inQuery.filter((parameter) => serializeParameters("", toSent(parameter)).query.length > 0);
  const paging = query.filter(({ name }) => name === "page" || name === "page_size");
  const isLimited = paging.length > 0 || required.some((parameter) => parameter.in === "query");
  const reads = isLimited ? paging : query.slice(0, 1);
  const chosen = new Set([...required, ...headers, ...(method === "get" ? reads : query)]);
  return parameters.map((parameter) => ({ ...parameter, isSampled: chosen.has(parameter) }));
}

function toBody(requestBody: RequestBody | null, schemaByName: SchemaByName): RequestContent {
  const content = toSendable(requestBody?.content ?? [], schemaByName);
  const mediaType = sampledContent(content);
  if (!mediaType) return { kind: "none" };
  const { type, examples } = mediaType;
  const value = examples[0]?.value;
  const schema = mediaType.schema && resolveSchema(mediaType.schema, schemaByName);
  if (isJsonType(type)) {
    if (value === undefined) return { kind: "none" };
    // JavaScript would round some numbers: such a body is sent as text.
    if (!isExact(value)) return { kind: "text", mediaType: type, text: toJsonText(value, 2) };
    return { kind: "json", mediaType: type, value };
  }
  if (isFormType(type)) {
    const members = isObject(value) ? toMembers(value, mediaType, namesOfFiles(schema, schemaByName)) : [];
    return { kind: "form", mediaType: type, parts: toFormParts(members, mediaType) };
  }
  if (schema && isFile(schema))
    return { kind: "file", mediaType: type, fileName: value === unwritten ? unwritten : "file" };
  return { kind: "text", mediaType: type, text: toPlainText(value ?? "") };
}

function isExact(value: Json): boolean {
  if (isNumber(value)) return isDouble(value);
  return isList(value) ? value.every(isExact) : !isObject(value) || Object.values(value).every(isExact);
}

function toMembers(
  value: JsonObject,
  { encoding }: Pick<MediaType, "encoding">,
  files: ReadonlySet<string>,
): readonly FormMember[] {
  return Object.entries(value).flatMap(([name, member]): readonly FormMember[] => {
    if (!files.has(name)) return [{ kind: "value", name, value: member }];
    const accepted = encoding.get(name)?.types ?? [];
    return (isList(member) ? member : [member]).map((element): FormFile => {
      const fileName = typeof element === "string" && element.includes(".") ? element : fileNameFor(accepted[0] ?? "");
      const known = typeByExtension.get(fileName.split(".").at(-1)?.toLowerCase() ?? "");
      const isAccepted = known !== undefined && (accepted.length === 0 || accepted.includes(known));
      const mediaType = isAccepted ? known : (accepted[0] ?? "application/octet-stream");
      return { kind: "file", name, fileName, mediaType };
    });
  });
}

/** A file of a type that its content tells has to be called by it, in the sandbox as on many servers. */
function fileNameFor(type: string): string {
  const extension = extensionOf(type);
  return extension === null ? "file" : `file.${extension}`;
}

function namesOfFiles(schema: Schema | null, schemaByName: SchemaByName): ReadonlySet<string> {
  const members = [...membersByName(schema, schemaByName)];
  return new Set(members.flatMap(([name, member]) => (holdsFile(member, schemaByName) ? [name] : [])));
}

// prettier-ignore
const typeByExtension: ReadonlyMap<string, string> = new Map([
  ["csv", "text/csv"], ["gif", "image/gif"], ["heic", "image/heic"], ["jpeg", "image/jpeg"], ["jpg", "image/jpeg"],
  ["json", "application/json"], ["pdf", "application/pdf"], ["png", "image/png"], ["tif", "image/tiff"],
  ["tiff", "image/tiff"], ["txt", "text/plain"], ["webp", "image/webp"], ["xml", "application/xml"],
  ["zip", "application/zip"],
]);
