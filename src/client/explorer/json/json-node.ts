import { toPointer } from "#shared/json/json-pointer.ts";
import { isDouble, isList, isNumber, type Json, numberText, parseNumber } from "#shared/json/json.ts";

/**
 * The node loses nothing of a JSON text: numbers keep all their digits, and objects keep their repeated names. Two
 * kinds go beyond JSON: a text that the reader is still typing, and a file of a form.
 */
export type JsonNode =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | ListNode
  | ObjectNode
  /**
   * The editor shows the text as it is, so that the JSON breaks where the form does. The fault says why it isn't JSON, in a
   * field that takes any JSON; other fields that can be unfinished want a number.
   */
  | { readonly kind: "unfinished"; readonly text: string; readonly fault?: string }
  | FileNode;

export interface FileNode {
  readonly kind: "file";
  /** The file is null until the reader has chosen it. */
  readonly file: File | null;
  /** The first bytes determine the media type; it's null if they match no known type. */
  readonly content: string | null;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly JsonNode[];
}

export interface ObjectNode {
  readonly kind: "object";
  readonly members: readonly NodeMember[];
}

export interface NodeMember {
  readonly name: string;
  readonly node: JsonNode;
}

export const emptyObject: ObjectNode = { kind: "object", members: [] };

/** The value becomes plain JSON; a file becomes its name. */
export function toJson(node: JsonNode): Json {
  switch (node.kind) {
    case "null":
      return null;
    case "boolean":
      return node.value;
    case "number":
      return parseNumber(node.text);
    case "text":
      return node.value;
    case "unfinished":
      return node.text;
    case "file":
      return node.file?.name ?? "";
    case "list":
      return node.items.map(toJson);
    case "object":
      // `Object.fromEntries` makes `__proto__` an ordinary member; an assignment would change the prototype.
      return Object.fromEntries(node.members.map((member) => [member.name, toJson(member.node)]));
  }
}

export function fromJson(value: Json): JsonNode {
  if (value === null) return { kind: "null" };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (isNumber(value)) return { kind: "number", text: numberText(value) };
  if (typeof value === "string") return { kind: "text", value };
  if (isList(value)) return { kind: "list", items: value.map(fromJson) };
  return { kind: "object", members: Object.entries(value).map(([name, member]) => ({ name, node: fromJson(member) })) };
}

export function memberNode(node: JsonNode, name: string): JsonNode | undefined {
  return node.kind === "object" ? node.members.find((member) => member.name === name)?.node : undefined;
}

/** The text is empty if there's no such member, or if it isn't a text. */
export function memberText(node: JsonNode, name: string): string {
  const member = memberNode(node, name);
  return member?.kind === "text" ? member.value : "";
}

export function partsOfNode(node: JsonNode): Iterable<readonly [name: string | number, part: JsonNode]> {
  if (node.kind === "list") return node.items.entries();
  return node.kind === "object" ? node.members.map((member) => [member.name, member.node] as const) : [];
}

/** These parts of a value have no parts themselves; each comes with its path. */
export function leavesOf(node: JsonNode, path: NodePath = []): readonly (readonly [path: NodePath, leaf: JsonNode])[] {
  if (node.kind !== "list" && node.kind !== "object") return [[path, node]];
  return Array.from(partsOfNode(node)).flatMap(([step, part]) => leavesOf(part, [...path, step]));
}

/** Each element of a list and each member of an object is replaced. */
export function mapParts(node: JsonNode, replace: (part: JsonNode, step: string | number) => JsonNode): JsonNode {
  if (node.kind === "list") return { kind: "list", items: node.items.map((item, index) => replace(item, index)) };
  if (node.kind !== "object") return node;
  return { kind: "object", members: node.members.map(({ name, node: part }) => ({ name, node: replace(part, name) })) };
}

/** True means that JavaScript's numbers and objects can represent the value without loss. */
export function isExact(node: JsonNode): boolean {
  if (node.kind === "number") return isDouble(parseNumber(node.text));
  if (node.kind === "list") return node.items.every(isExact);
  if (node.kind !== "object") return node.kind !== "unfinished";
  const names = new Set(node.members.map(({ name }) => name));
  return names.size === node.members.length && node.members.every((member) => isExact(member.node));
}

/** A path lists names of members and indexes of lists, from the outside in. */
export type NodePath = readonly (string | number)[];

/** RFC 6901, without a fragment's `#`. */
export function pointerOf(path: NodePath): string {
  return toPointer(path).slice(1);
}

/** A part of the value is replaced, or left out if its new value is null. A new member comes last. */
export function editNode(node: JsonNode, path: NodePath, value: JsonNode | null): JsonNode {
  const [step, ...tail] = path;
  if (step === undefined) return value ?? node;
  const edit = (part: JsonNode = emptyObject): readonly JsonNode[] => {
    const edited = tail.length === 0 ? value : editNode(part, tail, value);
    return edited === null ? [] : [edited];
  };
  if (typeof step === "number") {
    return node.kind === "list"
      ? { kind: "list", items: node.items.toSpliced(step, 1, ...edit(node.items[step])) }
      : node;
  }
  const members = node.kind === "object" ? node.members : [];
  const found = members.findIndex(({ name }) => name === step);
  const index = found === -1 ? members.length : found;
  const edited = edit(members[index]?.node).map((part) => ({ name: step, node: part }));
  return { kind: "object", members: members.toSpliced(index, 1, ...edited) };
}

/** The JSON of a link always parses, so a text that the reader is still typing becomes a string. */
export function printCompactJson(node: JsonNode): string {
  return printJson(node, "");
}

/**
 * The JSON is indented with two spaces per level, as `JSON.stringify` prints it. If `step` is empty, everything is on a
 * single line.
 */
export function printJson(node: JsonNode, step = "  ", indent = ""): string {
  const inner = indent + step;
  const [start, end] = step === "" ? ["", ""] : [`\n${inner}`, `\n${indent}`];
  const enclose = (brackets: string, entries: readonly string[]): string =>
    entries.length === 0 ? brackets : brackets.charAt(0) + start + entries.join(`,${start}`) + end + brackets.charAt(1);
  switch (node.kind) {
    case "object":
      return enclose(
        "{}",
        node.members.map(
          ({ name, node: value }) => JSON.stringify(name) + (step === "" ? ":" : ": ") + printJson(value, step, inner),
        ),
      );
    case "list":
      return enclose(
        "[]",
        node.items.map((item) => printJson(item, step, inner)),
      );
    case "text":
      return JSON.stringify(node.value);
    case "file":
      return JSON.stringify(node.file?.name ?? "");
    case "null":
      return "null";
    case "boolean":
      return String(node.value);
    case "number":
      return node.text;
    case "unfinished":
      return step === "" ? JSON.stringify(node.text) : node.text;
  }
}

export function textOf(node: JsonNode): string {
  return node.kind === "text" ? node.value : printJson(node);
}
