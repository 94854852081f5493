import { checkWhole, smallest } from "#shared/conformance/check-whole.ts";
import { nameOf, type SampleFault } from "#shared/conformance/sample-fault.ts";
import type { ParameterLocation } from "#shared/contract/operation.ts";
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
  editNode,
  emptyObject,
  fromJson,
  type JsonNode,
  type NodePath,
  type ObjectNode,
  printJson,
} from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";

/** A draft is the request that a reader is editing. Credentials and server are separate. */
export interface RequestDraft {
  /** The call sends these parameters, by location. */
  readonly parameters: Readonly<Record<ParameterLocation, ObjectNode>>;
  /** The call sends this media type; it's null if the operation has no body. */
  readonly mediaType: string | null;
  readonly bodies: Readonly<Record<string, BodyDraft>>;
  /** The bodies started from this example, counting from 0. */
  readonly example: number;
}

export interface BodyDraft {
  /** The node is null when the call has no body. If `text` is invalid JSON, it's the last valid value. */
  readonly node: JsonNode | null;
  /** The text is the JSON as the reader wrote it; it's null if the form wrote it last. */
  readonly text: string | null;
}

/** The draft starts with an example, counted from 0. Without examples, it has the required values. */
export function startDraft(data: ExplorerOperation, mediaType: string | null, example: number): RequestDraft {
  const { parameters, requestBody, schemas } = data;
  const content = requestBody?.content ?? [];
  const bodies = content.map((media) => [media.type, { node: startBody(media, data, example), text: null }] as const);
  return {
    parameters: byLocation((location) => ({
      kind: "object",
      members: parameters
        .filter((parameter) => parameter.in === location && parameter.isSampled)
        .map((parameter) => ({ name: parameter.name, node: startValue(parameter, schemas) })),
    })),
    mediaType: mediaType ?? sampledContent(content)?.type ?? null,
    bodies: Object.fromEntries(bodies),
    example,
  };
}

export function byLocation(make: (location: ParameterLocation) => ObjectNode): RequestDraft["parameters"] {
  return { path: make("path"), query: make("query"), header: make("header"), cookie: make("cookie") };
}

/** A parameter that the reader adds starts with its example, or else with an empty value. */
export function startValue({ example, schema }: OperationParameter, schemas: OperationSchemas): JsonNode {
  return example === undefined ? emptyNode(schema, schemas.within(null)) : fromJson(example);
}

function startBody(media: OperationMediaType, { schemas }: ExplorerOperation, index: number): JsonNode {
  const example = media.examples[index] ?? media.examples[0];
  if (example === undefined) return emptyNode(media.schema, schemas.within(media));
  return isJsonType(media.type) ? fromJson(example.value) : toFormNode(fromJson(example.value), media.schema, schemas);
}

/** The form edits a parameter or a part of the body. An edit of the body replaces text that was written by hand. */
export function editPart(
  draft: RequestDraft,
  location: FieldFault["location"],
  { path, value }: PathEdit,
): RequestDraft {
  if (location === "body") {
    const whole = path.length === 0 ? value : editNode(bodyOf(draft).node ?? emptyObject, path, value);
    return withBody(draft, { node: whole, text: null });
  }
  const node = editNode(draft.parameters[location], path, value);
  return { ...draft, parameters: { ...draft.parameters, [location]: node.kind === "object" ? node : emptyObject } };
}

export interface PathEdit {
  readonly path: NodePath;
  /** Null leaves the part out. */
  readonly value: JsonNode | null;
}

/** The reader rewrites the body's JSON by hand. A text that's invalid is kept, together with the last valid value. */
export function writeBody(draft: RequestDraft, text: string): RequestDraft {
  const parsed = parseNode(text);
  return withBody(draft, { node: parsed.kind === "fault" ? bodyOf(draft).node : parsed, text });
}

function withBody(draft: RequestDraft, body: BodyDraft): RequestDraft {
  return draft.mediaType === null ? draft : { ...draft, bodies: { ...draft.bodies, [draft.mediaType]: body } };
}

export function bodyOf({ mediaType, bodies }: RequestDraft): BodyDraft {
  return bodies[mediaType ?? ""] ?? { node: null, text: null };
}

/** The contract describes the chosen media type; the result is null if the operation has no body. */
export function mediaOf({ mediaType }: RequestDraft, { requestBody }: ExplorerOperation): OperationMediaType | null {
  return requestBody?.content.find(({ type }) => type === mediaType) ?? null;
}

/** The text is the body's JSON as the reader wrote it, or else as the form prints it. */
export function bodyText({ node, text }: BodyDraft): string {
  return text ?? (node === null ? "" : printJson(node));
}

export interface FieldFault extends SampleFault {
  readonly location: ParameterLocation | "body";
  /** The pointer is a JSON Pointer (RFC 6901) to the value, below the parameters of its location or below the body. */
  readonly pointer: string;
  /** True means that the call is impossible, or that it would differ from what the form shows. */
  readonly isBlocking: boolean;
}

export function requiredMessage(name: string): string {
  return `\`${name}\` is required`;
}

/**
 * A field for whole numbers shows this fault while the reader is typing, and for a value from a link, since further
 * typing would fail to fix it.
 */
export function checkTyped(node: JsonNode | undefined, schema: Schema, pointer: string): readonly SampleFault[] {
  if (node?.kind !== "number") return [];
  const fault = checkWhole(parseNumber(node.text), schema, nameOf("the body", pointer));
  return fault === null ? [] : [withoutGuess(fault)];
}

/** In prose 2400.5 means dollars, but in a form it may be half a cent. Two decimals mean dollars here, too. */
export function withoutGuess<T extends SampleFault>(fault: T): T {
  return fault.maySplitCent === true ? { ...fault, hint: smallest } : fault;
}
