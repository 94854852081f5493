import { type Schema, resolveSchema, type Member } from "#shared/contract/schema.ts";
import { toJsonText, toText } from "#shared/json/json.ts";
import type { SiteModel } from "#shared/site-model.ts";

import { memberWords, typeText } from "../contract-words.ts";
import { type BodyPlace, type Fence, placeInBody, queryParametersOf } from "../sample-place.ts";
import type { Suggestion, Suggestions } from "./suggestion.ts";

/** Members and values by the place of a cursor in a checked sample; null in any other code. */
export function completeSample(fence: Fence, model: SiteModel): Suggestions | null {
  const place = placeInBody(model, fence);
  if (place === null) return completeQuery(fence, model);
  const { node, bodyStart } = place;
  const offered = place.isKey ? membersAt(place) : valuesOf(place.schemas, place);
  // What is written of a word begins with its quote.
  const isInside = node !== undefined && bodyStart + node.offset < fence.offset;
  const isOpen = isInside && (fence.offset <= bodyStart + node.offset + node.length || node.type === "string");
  const start = isOpen ? fence.code.slice(bodyStart + node.offset, fence.offset) : wordBefore(fence);
  const after = fence.code.slice(fence.offset);
  const closing = start.startsWith('"') && after.startsWith('"') ? '"' : "";
  return {
    start,
    offered: closing === "" ? offered : offered.map((one) => ({ ...one, text: withoutClosing(one.text) })),
  };
}

function wordBefore({ code, offset }: Fence): string {
  return /["\w.-]*$/.exec(code.slice(0, offset))?.[0] ?? "";
}

function withoutClosing(text: string): string {
  return text.replace(/"(?:: )?$/, "");
}

function membersAt({ around, siblings, contract }: BodyPlace): readonly Suggestion[] {
  const members = new Map(around.flatMap((schema) => schema.members.map((member) => [member.name, member] as const)));
  const free = [...members.values()].filter(({ name }) => !siblings.includes(name));
  const needed = free.filter(({ required }) => required);
  const others = free.filter(({ required }) => !required);
  return [...needed, ...others].map((member): Suggestion => toKey(member, contract.schemaByName));
}

function toKey(member: Member, schemas: BodyPlace["contract"]["schemaByName"]): Suggestion {
  const { name, required, schema } = member;
  const type = typeText(schema, resolveSchema(schema, schemas));
  const detail = required ? `${type}, required` : type;
  return { text: `${JSON.stringify(name)}: `, kind: "field", detail, words: memberWords(member, schemas) };
}

function valuesOf(schemas: readonly Schema[], { contract }: BodyPlace): readonly Suggestion[] {
  const resolved = schemas.map((schema) => resolveSchema(schema, contract.schemaByName));
  const listed = resolved.flatMap((schema) => [
    ...schema.enum.map(({ value, meaning }) => [toJsonText(value), meaning?.text ?? ""] as const),
    ...(schema.const === undefined ? [] : [[toJsonText(schema.const), ""] as const]),
    ...(schema.types.includes("boolean") ? [["true", ""] as const, ["false", ""] as const] : []),
  ]);
  return [...new Map(listed)].map(([text, words]): Suggestion => ({ text, kind: "value", words }));
}

function completeQuery(fence: Fence, model: SiteModel): Suggestions | null {
  const [, name, start = ""] = /[?&](?:([^=&\s]*)=)?([^=&\s]*)$/.exec(fence.code.slice(0, fence.offset)) ?? [];
  const parameters = queryParametersOf(model, fence);
  if (name === undefined) {
    const offered = parameters.map((one): Suggestion => {
      const words = one.description?.text ?? one.schema.description?.text ?? "";
      return { text: `${one.name}=`, kind: "field", detail: typeText(one.schema), words };
    });
    return { start, offered };
  }
  const values = parameters.find((one) => one.name === name)?.schema.enum ?? [];
  return { start, offered: values.map(({ value }) => ({ text: toText(value), kind: "value" })) };
}
