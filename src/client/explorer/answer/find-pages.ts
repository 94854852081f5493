import type { ExplorerData } from "../../../model/explorer.ts";
import { editParameter, type Draft } from "../draft/draft.ts";
import { memberNode, type JsonNode } from "../json/json-node.ts";
import { parseJson } from "../json/parse-json.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";

/** The addresses of the neighbouring pages that a list names. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

export function findPages(node: JsonNode): PageLinks {
  const addressOf = (name: string): string | null => {
    const member = memberNode(node, name);
    return member?.kind === "text" && member.value !== "" ? member.value : null;
  };
  return { next: addressOf("next"), previous: addressOf("previous") };
}

/**
 * The call with the query of a neighbouring page. Only the query is taken from the address: where calls and credentials go
 * is not for an answer to say.
 */
export function turnPage(draft: Draft, address: string, { parameters, document }: ExplorerData): Draft {
  const query = URL.canParse(address, "http://page.invalid")
    ? new URL(address, "http://page.invalid").searchParams
    : new URLSearchParams();
  return parameters
    .filter(
      (parameter) =>
        parameter.in === "query" && (query.has(parameter.name) || /page|offset|cursor/.test(parameter.name)),
    )
    .reduce((turned, { name, schema }) => {
      const text = query.get(name);
      const isText = resolveSchema(schema, document).types.includes("string");
      return editParameter(turned, "query", { path: [name], value: text === null ? null : toNode(text, isText) });
    }, draft);
}

function toNode(text: string, isText: boolean): JsonNode {
  const parsed = isText ? null : parseJson(text);
  return parsed?.kind === "value" ? parsed.node : { kind: "text", value: text };
}
