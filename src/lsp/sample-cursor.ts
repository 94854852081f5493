import { findNodeAtLocation, getLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";

import { type FenceMeta, parseFenceMeta } from "#content/components/code-figure.ts";
import { findBodySchema } from "#content/contract/check-sample.ts";
import { bodyTargetOf } from "#content/contract/sample-blocks.ts";
import { linesOf } from "#read/source-text.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { type Member, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";
import { toJsonText, toText } from "#shared/json/json.ts";
import { contractsOf, findOperation, seenBy, type SiteModel } from "#shared/site-model.ts";

import { describeMember, typeText } from "./describe-contract.ts";
import type { Suggestion, Suggestions } from "./suggestion.ts";
import type { Cursor } from "./cursor.ts";

/** The fenced code block at the cursor. */
export interface Fence {
  readonly language: string;
  readonly meta: FenceMeta;
  /** Its content with LF as line ends, and the offset of the cursor in it. */
  readonly code: string;
  readonly offset: number;
}

const opening = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)(.*)$/;

/** Returns the code block around a line; null for prose and for the fence's own lines. */
export function fenceAt(text: string, { line, character }: Cursor["position"]): Fence | null {
  const lines = linesOf(text);
  let open: {
    readonly start: number;
    readonly marks: string;
    readonly language: string;
    readonly meta: string;
  } | null = null;
  for (const [number, written] of lines.entries()) {
    const isEnd: boolean = open !== null && written.trim().startsWith(open.marks) && !/[^`~\s]/.test(written);
    const isLast = isEnd || number === lines.length - 1;
    if (open !== null && isLast && line > open.start && line < number + (isEnd ? 0 : 1)) {
      const content = lines.slice(open.start + 1, isEnd ? number : undefined);
      const above = content.slice(0, line - open.start - 1);
      const offset = above.reduce((sum, { length }) => sum + length + 1, 0) + character;
      const language = open.language.toLowerCase();
      return { language, meta: parseFenceMeta(open.meta), code: content.join("\n"), offset };
    }
    const [, marks, language = "", meta = ""] = opening.exec(written) ?? [];
    if (isEnd) open = null;
    else if (open === null && marks !== undefined) open = { start: number, marks, language, meta };
    if (number > line && open === null) return null;
  }
  return null;
}

/** The cursor in the body of a checked sample. */
export interface BodyCursor {
  readonly contract: Contract;
  /** True at a member's name, false at a value. */
  readonly isKey: boolean;
  /** The node there; undefined if there's none. */
  readonly node: Node | undefined;
  /** The value at the cursor, or the value of the key at the cursor; undefined for an object, a list, or nothing. */
  readonly value: unknown;
  /** The member whose name or value is at the cursor. */
  readonly member: Member | undefined;
  /** The schemas of the value, and those of the object around it. */
  readonly schemas: readonly Schema[];
  readonly ownerSchemas: readonly Schema[];
  readonly siblings: readonly string[];
  /** The offset of the body in the fence's code. */
  readonly bodyStart: number;
}

/**
 * Finds the cursor's position in a checked body; null for other code. An unfinished body is read as far as possible.
 */
export function cursorInBody(model: SiteModel, fence: Fence): BodyCursor | null {
  const claimed = claimOf(model, fence);
  if (claimed === null) return null;
  const { contract, schema, bodyStart } = claimed;
  if (fence.offset < bodyStart) return null;
  const body = fence.code.slice(bodyStart).replaceAll("…", " ");
  const { path, isAtPropertyKey: isKey, previousNode: node } = getLocation(body, fence.offset - bodyStart);
  const owner = path.slice(0, -1);
  const tree = parseTree(body);
  const object = tree && findNodeAtLocation(tree, owner);
  const members = object?.type === "object" ? (object.children ?? []) : [];
  const ownerSchemas = path.length === 0 ? [] : schemasAt(contract, schema, owner);
  return {
    contract,
    isKey,
    node,
    bodyStart,
    value: tree && findNodeAtLocation(tree, path)?.value,
    member: ownerSchemas.flatMap((stated) => stated.members).find(({ name }) => name === path.at(-1)),
    schemas: schemasAt(contract, schema, path),
    ownerSchemas,
    siblings: members.flatMap(({ children: [key] = [] }) => (key === undefined ? [] : String(key.value))),
  };
}

function claimOf(model: SiteModel, { language, meta, code }: Fence) {
  const operation = meta.attributes.get("op") ?? "";
  const isRequest = language === "http" && operation !== "";
  const target = isRequest ? ({ kind: "request", operation } as const) : bodyTargetOf(meta);
  if ((!isRequest && language !== "json") || "message" in target) return null;
  const head = /^[^]*?\n[ \t]*\n/.exec(code)?.[0].length ?? code.length + 1;
  const name = meta.attributes.get("contract");
  for (const contract of contractsOf(name === undefined ? model : seenBy(model, name))) {
    const found = findBodySchema(contract, target);
    if ("schema" in found) return { contract, schema: found.schema, bodyStart: isRequest ? head : 0 };
  }
  return null;
}

function schemasAt({ schemaByName }: Contract, schema: Schema, path: JSONPath): readonly Schema[] {
  let found: readonly Schema[] = [];
  walkValue<JSONPath>(path, schema, {
    applying: (stated) => applyingSchemas(stated, schemaByName),
    partsOf: ([step, ...laterSteps]) => (step === undefined ? [] : [[step, laterSteps]]),
    visit: ({ value, schemas }) => {
      if (value.length === 0) found = schemas;
    },
  });
  return found;
}

/** Suggests members and values in a checked sample, or parameters in a request line. */
export function completeSample(fence: Fence, model: SiteModel): Suggestions {
  const cursor = cursorInBody(model, fence);
  if (cursor === null) return completeQuery(fence, model);
  const { node, bodyStart } = cursor;
  const offered = cursor.isKey ? membersAt(cursor) : valuesOf(cursor.schemas, cursor);
  // A half-written word includes its opening quote.
  const isInside = node !== undefined && bodyStart + node.offset < fence.offset;
  const isOpen = isInside && (fence.offset <= bodyStart + node.offset + node.length || node.type === "string");
  const [before, after] = [fence.code.slice(0, fence.offset), fence.code.slice(fence.offset)];
  const start = isOpen ? before.slice(bodyStart + node.offset) : (/["\w.-]*$/.exec(before)?.[0] ?? "");
  if (!start.startsWith('"') || !after.startsWith('"')) return { start, offered };
  // The closing quote is in the text already.
  const unclosed = offered.map((suggestion) => ({ ...suggestion, text: suggestion.text.replace(/"(?:: )?$/, "") }));
  return { start, offered: unclosed };
}

function membersAt({ ownerSchemas, siblings, contract: { schemaByName } }: BodyCursor): readonly Suggestion[] {
  const members = new Map(
    ownerSchemas.flatMap((schema) => schema.members.map((member) => [member.name, member] as const)),
  );
  const free = [...members.values()].filter(({ name }) => !siblings.includes(name));
  return free
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map((member): Suggestion => {
      const { name, required, schema } = member;
      const type = typeText(schema, resolveSchema(schema, schemaByName));
      const detail = required ? `${type}, required` : type;
      const docs = describeMember(member, schemaByName);
      return { text: `${JSON.stringify(name)}: `, kind: "field", detail, docs };
    });
}

function valuesOf(schemas: readonly Schema[], { contract }: BodyCursor): readonly Suggestion[] {
  const resolved = schemas.map((schema) => resolveSchema(schema, contract.schemaByName));
  const listed = resolved.flatMap((schema) => [
    ...schema.enum.map(({ value, meaning }) => [toJsonText(value), meaning?.text ?? ""] as const),
    ...(schema.const === undefined ? [] : [[toJsonText(schema.const), ""] as const]),
    ...(schema.types.includes("boolean") ? [["true", ""] as const, ["false", ""] as const] : []),
  ]);
  return [...new Map(listed)].map(([text, docs]): Suggestion => ({ text, kind: "value", docs }));
}

function completeQuery({ language, meta, code, offset }: Fence, model: SiteModel): Suggestions {
  const [, name, start = ""] = /[?&](?:([^=&\s]*)=)?([^=&\s]*)$/.exec(code.slice(0, offset)) ?? [];
  const isInRequestLine = language === "http" && !code.slice(0, offset).includes("\n");
  const operation = isInRequestLine
    ? findOperation(seenBy(model, meta.attributes.get("contract") ?? ""), meta.attributes.get("op") ?? "")
    : null;
  const parameters = operation?.parameters.filter((parameter) => parameter.in === "query") ?? [];
  if (name === undefined) {
    const offered = parameters.map((parameter): Suggestion => {
      const docs = parameter.description?.text ?? parameter.schema.description?.text ?? "";
      return { text: `${parameter.name}=`, kind: "field", detail: typeText(parameter.schema), docs };
    });
    return { start, offered };
  }
  const values = parameters.find((parameter) => parameter.name === name)?.schema.enum ?? [];
  return { start, offered: values.map(({ value }) => ({ text: toText(value), kind: "value" })) };
}
