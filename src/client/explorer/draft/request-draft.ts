import { checkWhole, smallest } from "#shared/conformance/check-whole.ts";
import { nameOf, type SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { parseNumber } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";
import { sampledContent } from "#shared/samples/sampled.ts";

import type {
  ExplorerOperation,
  OperationMediaType,
  OperationParameter,
  OperationSchemas,
} from "../explorer-operation.ts";
import { emptyNode, toFormNode } from "../form-schema.ts";
import {
  type NodeEdit,
  editNode,
  emptyObject,
  fromJson,
  type JsonNode,
  type NodePath,
  type ObjectNode,
  printJson,
} from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";

export type ParameterPlace = OperationParameter["in"];

/** The request that a reader is editing. Credentials and server are separate. */
export interface RequestDraft {
  /** The parameters that are sent, by place. */
  readonly parameters: Readonly<Record<ParameterPlace, ObjectNode>>;
  /** The media type that is sent; null when the operation takes no body. */
  readonly mediaType: string | null;
  readonly bodies: Readonly<Record<string, BodyDraft>>;
  /** The example that the bodies started from, counting from 0. */
  readonly example: number;
}

export interface BodyDraft {
  /** Null when no body is sent. When `text` isn't valid JSON, the last valid value. */
  readonly node: JsonNode | null;
  /** The JSON as the reader wrote it; null when the form wrote it last. */
  readonly text: string | null;
}

/** The draft of an operation's example. `example` counts from 0; without examples the draft has what is required. */
export function startDraft(data: ExplorerOperation, mediaType: string | null, example: number): RequestDraft {
  const content = data.requestBody?.content ?? [];
  const chosen = mediaType ?? sampledContent(content)?.type ?? null;
  const bodies = content.map((media) => [media.type, { node: startBody(media, data, example), text: null }] as const);
  return {
    parameters: byPlace((place) => startParameters(data, place)),
    mediaType: chosen,
    bodies: Object.fromEntries(bodies),
    example,
  };
}

/** Parameters of every location. */
export function byPlace(make: (place: ParameterPlace) => ObjectNode): RequestDraft["parameters"] {
  return { path: make("path"), query: make("query"), header: make("header"), cookie: make("cookie") };
}

function startParameters({ parameters, schemas }: ExplorerOperation, place: ParameterPlace): ObjectNode {
  const sent = parameters.filter((parameter) => parameter.in === place && parameter.isSampled);
  return {
    kind: "object",
    members: sent.map((parameter) => ({ name: parameter.name, node: startValue(parameter, schemas) })),
  };
}

/** The value of a parameter that is added: its example, else an empty value. */
export function startValue({ example, schema }: OperationParameter, schemas: OperationSchemas): JsonNode {
  return example === undefined ? emptyNode(schema, schemas) : fromJson(example);
}

function startBody(media: OperationMediaType, { schemas }: ExplorerOperation, index: number): JsonNode {
  const example = media.examples[index] ?? media.examples[0];
  if (example === undefined) return emptyNode(media.schema, schemas);
  return isJsonType(media.type) ? fromJson(example.value) : toFormNode(fromJson(example.value), media.schema, schemas);
}

/** The draft with a value of one part changed, added or left out. */
export function editPart(draft: RequestDraft, place: ParameterPlace | "body", edit: PathEdit): RequestDraft {
  return place === "body" ? editBody(draft, edit) : editParameter(draft, place, edit);
}

/** The draft with one parameter changed, added or left out. */
export function editParameter(draft: RequestDraft, place: ParameterPlace, { path, ...edit }: PathEdit): RequestDraft {
  const node = editNode(draft.parameters[place], path, edit);
  return { ...draft, parameters: { ...draft.parameters, [place]: node.kind === "object" ? node : emptyObject } };
}

export interface PathEdit extends NodeEdit {
  readonly path: NodePath;
}

/** The draft with a part of its body changed by the form. */
export function editBody(draft: RequestDraft, { path, ...edit }: PathEdit): RequestDraft {
  const { node } = bodyOf(draft);
  const whole = path.length === 0 ? edit.value : editNode(node ?? emptyObject, path, edit);
  return withBody(draft, { node: whole, text: null });
}

/** The draft with its body's JSON rewritten by hand. A text that breaks is kept, beside what it was before. */
export function writeBody(draft: RequestDraft, text: string): RequestDraft {
  const parsed = parseNode(text);
  return withBody(draft, { node: parsed.kind === "value" ? parsed.node : bodyOf(draft).node, text });
}

function withBody(draft: RequestDraft, body: BodyDraft): RequestDraft {
  return draft.mediaType === null ? draft : { ...draft, bodies: { ...draft.bodies, [draft.mediaType]: body } };
}

const noBody: BodyDraft = { node: null, text: null };

/** The body of the chosen media type. */
export function bodyOf({ mediaType, bodies }: RequestDraft): BodyDraft {
  return (mediaType === null ? undefined : bodies[mediaType]) ?? noBody;
}

/** What the contract says about the chosen media type; null when the operation takes no body. */
export function mediaOf({ mediaType }: RequestDraft, { requestBody }: ExplorerOperation): OperationMediaType | null {
  return requestBody?.content.find(({ type }) => type === mediaType) ?? null;
}

/** The body's JSON: as it was written by hand, else as the form has it. */
export function bodyText({ node, text }: BodyDraft): string {
  return text ?? (node === null ? "" : printJson(node));
}

/** A part of a draft that the contract doesn't allow. */
export interface FieldFault extends SampleFault {
  readonly place: ParameterPlace | "body";
  /** JSON Pointer (RFC 6901) of the value, below the parameters of its location or below the body. */
  readonly pointer: string;
  /** True when the call can't be made, or wouldn't be the call that it looks like. */
  readonly isBlocking: boolean;
}

/** The fault of a required value that is missing. */
export function required(name: string): string {
  return `\`${name}\` is required`;
}

/**
 * What is wrong with a number as it stands, where whole ones belong: told while it is typed, and of what a link brought, as
 * nothing that is typed next would mend it.
 */
export function checkTyped(node: JsonNode | undefined, schema: Schema, pointer: string): readonly SampleFault[] {
  const fault =
    node?.kind === "number" ? checkWhole(parseNumber(node.text), schema, nameOf("the body", pointer)) : null;
  return fault === null ? [] : [withoutGuess(fault)];
}

/** In prose 2400.5 means dollars; in a form it may be half a cent. Two decimals mean dollars here, too. */
export function withoutGuess<T extends SampleFault>(fault: T): T {
  return fault.maySplitCent === true ? { ...fault, hint: smallest } : fault;
}
