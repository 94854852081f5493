import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import { checkResponse, parseResponseBody, type Verdict } from "#client/explorer/response/response.ts";
import type { SandboxRequest, SandboxResponse } from "#sandbox/exchange.ts";
import { createSandbox } from "#sandbox/sandbox.ts";
import { checkByStandard } from "#shared/conformance/check-value.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { findJsonContent, findResponse, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { isList, isObject, type Json, toJsonText, toText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import { type PrefilledRequest, prefilledRequests } from "./prefilled-requests.ts";

/** How well the sandbox of a contract works for a client that knows only the contract. */
export interface Measured {
  /** For each operation, the result of its explorer's initial request in a fresh sandbox. */
  readonly firstSends: readonly FirstSend[];
  /** Paths with a POST that have a path with one more parameter and a GET. */
  readonly collections: readonly MeasuredCollection[];
}

export interface FirstSend {
  readonly operation: string;
  readonly status: number;
  readonly isGood: boolean;
  readonly isDeclared: boolean;
  /** The explorer's verdict on the response. */
  readonly verdict: Verdict;
}

export interface MeasuredCollection {
  readonly path: string;
  /** In their order: create, read, list, update, delete, gone; a step that the contract doesn't have is left out. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly name: string;
  readonly isDone: boolean;
}

export async function measureSandbox(contract: Contract): Promise<Measured> {
  const prefilled = await prefilledRequests(contract);
  const requests = new Map(prefilled.map(({ id, request }) => [id, request] as const));
  return {
    firstSends: contract.operations.flatMap((operation, index) => {
      const sent = prefilled[index];
      return sent === undefined ? [] : [sendFirst(operation, contract, sent)];
    }),
    collections: contract.operations.flatMap((create) => {
      const read = contract.operations.find(({ method, path }) => method === "get" && isItemOf(path, create.path));
      return create.method === "post" && read ? [measureCollection({ contract, requests, create, read })] : [];
    }),
  };
}

type Requests = ReadonlyMap<string, SandboxRequest>;

function sendFirst(operation: Operation, contract: Contract, { request, data }: PrefilledRequest): FirstSend {
  const response = createSandbox(contract).handle(request);
  const { status } = response;
  const stated = new Set(operation.responses.map((declared) => declared.status.toUpperCase()));
  const isDeclared = stated.has(String(status)) || stated.has(`${String(status)[0]}XX`);
  const isGood = status >= 200 && status < 300;
  const verdict = verdictOn(response, data);
  return { operation: `${operation.method} ${operation.path}`, status, isGood, isDeclared, verdict };
}

function verdictOn({ status, headers, body }: SandboxResponse, data: ExplorerOperation): Verdict {
  const bytes = new TextEncoder().encode(body);
  const received = {
    kind: "received",
    status,
    headers,
    bytes,
    size: bytes.length,
    isCut: false,
    milliseconds: 0,
  } as const;
  return checkResponse(data, { status, body: parseResponseBody(received), isSimulated: true });
}

function requestOf({ id }: Operation, requests: Requests): SandboxRequest {
  const request = requests.get(id);
  if (request === undefined) throw new Error(`${id} has no explorer`);
  return request;
}

/** Where a response contradicts the contract. Only JSON is checked. */
export function faultsOfResponse(
  operation: Operation,
  { status, body }: Pick<SandboxResponse, "status" | "body">,
  { schemaByName }: Contract,
): readonly string[] {
  const declared = findResponse(operation.responses, String(status));
  const schema = declared && findJsonContent(declared.content)?.schema;
  if (!schema || status === 204 || status === 304) return [];
  const { value, faults } = parseJson(body);
  if (faults.length > 0) return ["no JSON"];
  const check = { schemaByName, direction: "response", isPartial: false, title: "the body" } as const;
  return checkByStandard(value, schema, check).map(({ message }) => message);
}

/** Where a contract's examples contradict their own schemas. */
export function faultsOfExamples({ operations, schemaByName }: Contract): ReadonlySet<string> {
  const content = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []).map((media) => ({ media, direction: "request" as const })),
    ...responses.flatMap((response) => response.content).map((media) => ({ media, direction: "response" as const })),
  ]);
  const faults = content.flatMap(({ media: { schema, examples }, direction }) =>
    examples.flatMap(({ value }) =>
      schema ? checkByStandard(value, schema, { schemaByName, direction, isPartial: false, title: "the body" }) : [],
    ),
  );
  return new Set(faults.map(({ message }) => message));
}

function isItemOf(path: string, collection: string): boolean {
  const bare = collection.replace(/\/$/, "");
  return path.startsWith(`${bare}/{`) && /^\/\{[^{}/]+\}\/?$/.test(path.slice(bare.length));
}

interface MeasuredPaths {
  readonly contract: Contract;
  readonly requests: Requests;
  readonly create: Operation;
  readonly read: Operation;
}

/** Texts that can only come from the request. */
const marks = ["marked-first", "marked-then"] as const;

function measureCollection({ contract, requests, create, read }: MeasuredPaths): MeasuredCollection {
  const { handle } = createSandbox(contract);
  const steps: Step[] = [];
  const step = (name: string, isDone: boolean): void => void steps.push({ name, isDone });
  const find = (method: Operation["method"], path: string): Operation | undefined =>
    contract.operations.find((operation) => operation.method === method && operation.path === path);
  const mark = markOf(create, read, contract);
  const createRequest = requestOf(create, requests);
  const created = handle(withMark(createRequest, mark, marks[0]));
  step("create", isSuccess(created));
  const pathOf = (id: string): string =>
    `${createRequest.path.replace(/\/$/, "")}/${encodeURIComponent(id)}${read.path.endsWith("/") ? "/" : ""}`;
  const send = (operation: Operation, id: string, text: string): SandboxResponse =>
    handle({ ...withMark(requestOf(operation, requests), mark, text), path: pathOf(id) });
  const shows = (response: SandboxResponse, text: string): boolean =>
    isSuccess(response) && (mark === null ? !isExample(response) : response.body.includes(text));
  // If the client chooses the id, it's in the request.
  const sent = textsOf(parseJson(new TextDecoder().decode(withMark(createRequest, mark, marks[0]).body)).value);
  const candidates = [...idsIn(created), ...sent];
  const id = candidates.find((candidate) => shows(send(read, candidate, ""), marks[0])) ?? "";
  step("read", id !== "");
  const list = find("get", create.path);
  const shownList = list?.responses.find(({ status }) => status.startsWith("2"));
  if (list && findJsonContent(shownList?.content ?? [])) {
    const prefilled = requestOf(list, requests);
    const listed = handle({ ...prefilled, path: createRequest.path, query: requiredOf(prefilled.query, list) });
    const texts = textsOf(parseJson(listed.body).value);
    step("list", isSuccess(listed) && id !== "" && (texts.includes(id) || texts.includes(marks[0])));
  }
  const update = find("patch", read.path) ?? find("put", read.path);
  if (update) {
    const takesMark = mark !== null && membersOf(update, contract).has(mark);
    const updated = send(update, id, takesMark ? marks[1] : "");
    step("update", isSuccess(updated) && shows(send(read, id, ""), marks[takesMark ? 1 : 0]));
  }
  const remove = find("delete", read.path);
  if (remove) {
    const removed = send(remove, id, "");
    step("delete", isSuccess(removed) && !isExample(removed));
    step("gone", send(read, id, "").status === 404);
  }
  return { path: create.path, steps };
}

/** Filters and pages would leave out records; required parameters stay. */
function requiredOf(query: string, { parameters }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const isRequired = (name: string): boolean =>
    required.some((parameter) => name === parameter.name || parameter.schema.types.includes("object"));
  return [...new URLSearchParams(query)]
    .flatMap(([name, value]) => (isRequired(name) ? `${encodeURIComponent(name)}=${encodeURIComponent(value)}` : []))
    .join("&");
}

function isSuccess({ status }: SandboxResponse): boolean {
  return status >= 200 && status < 300;
}

function isExample({ headers }: SandboxResponse): boolean {
  return headers.some(({ name, value }) => name === "X-Sandbox" && value === "example");
}

/** A field that accepts any text and is returned again; null if there is none. */
function markOf(create: Operation, read: Operation, contract: Contract): string | null {
  const content = findJsonContent(read.responses.find(({ status }) => status.startsWith("2"))?.content ?? []);
  const shown = content?.schema ? namesIn(content.schema, contract, 0) : new Set<string>();
  const free = [...membersOf(create, contract)].find(([name, schema]) => {
    const { types, format, limits, enum: values, const: one, access } = schema;
    const isText = types.length === 1 && types[0] === "string" && format === null && values.length === 0;
    const isFree = isText && access === null;
    return (
      isFree && one === undefined && hasRoom(limits) && shown.has(name) && !/id$|slug|key|^(?:user)?name$/i.test(name)
    );
  });
  return free?.[0] ?? null;
}

function hasRoom({ maxLength = 100, ...limits }: AnySchema["limits"]): boolean {
  return Number(maxLength) >= 20 && Object.keys(limits).every((name) => name === "minLength");
}

type AnySchema = Parameters<typeof resolveSchema>[0];

function membersOf({ requestBody }: Operation, { schemaByName }: Contract): ReadonlyMap<string, AnySchema> {
  const schema = findJsonContent(requestBody?.content ?? [])?.schema;
  const members = schema ? resolveSchema(schema, schemaByName).members : [];
  return new Map(members.map((member) => [member.name, resolveSchema(member.schema, schemaByName)]));
}

/** The names of a response's fields, and of the fields one level below. */
function namesIn(schema: AnySchema, contract: Contract, depth: number): Set<string> {
  const { members } = resolveSchema(schema, contract.schemaByName);
  return new Set(members.flatMap((one) => [one.name, ...(depth < 1 ? namesIn(one.schema, contract, depth + 1) : [])]));
}

function withMark(request: SandboxRequest, mark: string | null, text: string): SandboxRequest {
  const { value } = parseJson(new TextDecoder().decode(request.body));
  if (mark === null || text === "" || !isObject(value)) return request;
  return { ...request, body: new TextEncoder().encode(toJsonText({ ...value, [mark]: text })) };
}

/** Candidates for the new record's id: short texts and numbers of the response, and the end of its `Location`. */
function idsIn({ headers, body }: SandboxResponse): readonly string[] {
  const location = headers
    .find(({ name }) => name === "Location")
    ?.value.split("/")
    .at(-1);
  return [...(location === undefined ? [] : [decodeURIComponent(location)]), ...textsOf(parseJson(body).value)];
}

function textsOf(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(textsOf);
  if (isObject(value)) return Object.values(value).flatMap(textsOf);
  return value === null || typeof value === "boolean" || toText(value) === "" ? [] : [toText(value)];
}
