import { checkSentRequest } from "#shared/conformance/check-request.ts";
import { toStatedPart } from "#shared/conformance/sample-fault.ts";
import type { ContractSlice, SliceMediaType, SliceOperation, SliceScheme } from "#shared/contract/contract-slice.ts";
import { locationWords } from "#shared/contract/request.ts";
import { holdsFile, membersByName, resolveSchema } from "#shared/contract/schema.ts";
import { isSecret, secretLocationOf, sharesLocation } from "#shared/contract/security.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { isList, type Json, listAt, memberOf, toText } from "#shared/json/json.ts";
import { fileTypeFault, isJsonPatch, isMultipart, takesType, typeOfName } from "#shared/media-type.ts";

import { type IncomingFault, RefusedRequest, type SandboxRequest } from "../exchange.ts";
import { successContent } from "../plan/record-shape.ts";
import type { Incoming, ReceivedFile } from "./incoming.ts";

/** Finds everything in a request that the contract doesn't allow, independent of the records. */
export function checkIncoming(incoming: Incoming, { path }: SandboxRequest): readonly IncomingFault[] {
  const faults = checkByContract(incoming, path);
  const own = [...checkPatch(incoming), ...checkFiles(incoming), ...checkAllowed(incoming)];
  const known = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...own.filter(({ pointer }) => !known.has(pointer))];
}

function checkByContract(
  { plan: { contract }, call, query, headers: received, content }: Incoming,
  path: string,
): readonly IncomingFault[] {
  const { operation } = call;
  const { securitySchemes } = contract;
  const declared = operation.parameters.filter(
    (parameter) => parameter.in === "header" && !isSecret(parameter, securitySchemes),
  );
  const headers = declared.flatMap(({ name }) => {
    const value = received.get(name.toLowerCase());
    return value === undefined ? [] : [{ name, value }];
  });
  const { method } = operation;
  const sent = query.filter(({ name }) => !isSecret({ in: "query", name }, securitySchemes));
  const value = { method, path, query: sent, headers, credentials: [], body: content };
  return checkSentRequest(contract, operation, value).map(({ part, message, hint }) => {
    const name = part.kind === "body" ? part.pointer.slice(1) : "";
    const isReturned = call.returned.fields.has(name) && !operation.parameters.some((known) => known.name === name);
    // A field that the record has but the call doesn't accept isn't misspelled: the provider sets it.
    const words =
      isReturned && message.endsWith(`has no field \`${name}\``)
        ? { message: `\`${name}\` is returned, but this call doesn't take it`, hint: "leave it out" }
        : { message, hint };
    return { ...toStatedPart(part), ...words };
  });
}

/** A JSON Patch (RFC 6902) is a list, unless the contract describes an object. */
function checkPatch({ plan: { contract }, call, content }: Incoming): readonly IncomingFault[] {
  if (content.kind !== "json" || !isJsonPatch(content.mediaType) || isList(content.value)) return [];
  const media = call.operation.requestBody?.content.find(({ type }) => takesType(type, content.mediaType));
  const schema = media?.schema ?? null;
  if (schema !== null && resolveSchema(schema, contract.schemaByName).types.includes("object")) return [];
  const hint = 'send one as [{ "op": "replace", "path": "/name", "value": "…" }]';
  return [{ in: "body", pointer: "", message: "a JSON Patch is a list of operations", hint }];
}

function checkAllowed({ plan: { calls }, members }: Incoming): readonly IncomingFault[] {
  return calls.flatMap(({ operation, data }) =>
    Object.entries(data.allows ?? {}).flatMap(([field, path]): readonly IncomingFault[] => {
      const value = memberOf(members, field);
      const example = successContent(operation)?.examples[0]?.value;
      const names = path.split(".");
      const holder = names.slice(0, -1).reduce<Json | undefined>(memberOf, example);
      const allowed = listAt(holder, names.at(-1) ?? "");
      if (value === undefined || allowed.length === 0 || allowed.includes(value)) return [];
      const message = `\`${field}\` must be one of those that ${operation.method.toUpperCase()} ${operation.path} allows`;
      return [
        { in: "body", pointer: `/${escapeToken(field)}`, message, hint: `one of ${allowed.map(toText).join(", ")}` },
      ];
    }),
  );
}

function checkFiles({ plan: { contract }, call, content, members, files }: Incoming): readonly IncomingFault[] {
  const form = call.operation.requestBody?.content.find(({ type }) => isMultipart(type));
  const isForm = content.kind === "form" && isMultipart(content.mediaType);
  if (!form || !isForm) return [];
  const shape = [...membersByName(form.schema, contract.schemaByName)]
    .filter(([name]) => Object.hasOwn(members, name))
    .flatMap(([name, schema]): readonly IncomingFault[] => {
      const count = files.filter(({ part }) => part === name).length;
      const field = { in: "body", pointer: `/${escapeToken(name)}` } as const;
      const isFile = holdsFile(schema, contract.schemaByName);
      if (isFile && count === 0)
        return [{ ...field, message: `\`${name}\` must be a file`, hint: `with curl, write -F '${name}=@file'` }];
      return count > 1 && !schema.types.includes("array")
        ? [{ ...field, message: `\`${name}\` takes one file, not ${count}` }]
        : [];
    });
  return [...shape, ...files.flatMap((file) => checkType(file, form))];
}

function checkType(
  { part, fileName, bytes, contentType }: ReceivedFile,
  { encoding }: SliceMediaType,
): readonly IncomingFault[] {
  const types = encoding.get(part)?.types ?? [];
  const fault = fileTypeFault({ name: fileName, content: contentType }, types);
  if (fault === null) return [];
  const field = { in: "body", pointer: `/${escapeToken(part)}` } as const;
  const hint = `one of ${types.join(", ")}`;
  if (bytes === 0) return [{ ...field, message: "the file is empty" }];
  if (fault === "content") return [{ ...field, message: "the content of the file is of another type", hint }];
  const named = typeOfName(fileName);
  const message = `the name of the file doesn't say what it holds: ${contentType}`;
  return [{ ...field, message, hint: named === null ? hint : `its name says ${named}` }];
}

/**
 * Checks that a request has the credentials that its operation requires; any value is accepted. Credentials aren't
 * kept.
 * @throws RefusedRequest
 */
export function checkAuthentication(request: SandboxRequest, operation: SliceOperation, contract: ContractSlice): void {
  const { security } = operation;
  const schemes = new Map(contract.securitySchemes.map((scheme) => [scheme.name, scheme] as const));
  const isMet = security.some((requirement) =>
    requirement.every(({ scheme }) => carries(request, schemes.get(scheme))),
  );
  if (security.length === 0 || isMet) return;
  const wanted = security
    .map((requirement) => requirement.map(({ scheme }) => describe(schemes.get(scheme), contract)).join(" and "))
    .join(", or ");
  const headers = [{ name: "WWW-Authenticate", value: 'Unspecified realm="docs-build sandbox"' }];
  throw new RefusedRequest({ status: 401, message: `Send ${wanted}. The sandbox takes any value.`, headers });
}

function carries({ headers, query }: SandboxRequest, scheme: SliceScheme | undefined): boolean {
  const secret = scheme && secretLocationOf(scheme);
  if (!secret) return true;
  if (secret.in === "query") return (new URLSearchParams(query).get(secret.name) ?? "") !== "";
  if (secret.in === "cookie")
    return (headers.get("cookie") ?? "").split(/;\s*/).some((pair) => pair.startsWith(`${secret.name}=`));
  const value = headers.get(secret.name.toLowerCase()) ?? "";
  return secret.form === "basic" ? /^basic ./i.test(value) : value !== "";
}

function describe(scheme: SliceScheme | undefined, { securitySchemes }: ContractSlice): string {
  const secret = scheme && secretLocationOf(scheme);
  if (!secret) return "a client certificate";
  const which = sharesLocation(scheme, securitySchemes) ? ` (${scheme.name})` : "";
  return `the ${locationWords(secret.in)} ${secret.name}${which}`;
}
