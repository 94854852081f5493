import { toCall } from "#client/explorer/call/call.ts";
import { pageSandbox } from "#client/explorer/call/targets.ts";
import { checkDraft } from "#client/explorer/draft/check-draft.ts";
import { bodyOf, type RequestDraft, editBody, startDraft } from "#client/explorer/draft/request-draft.ts";
import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import { makeSampleFile } from "#client/explorer/form/file-control.tsx";
import type { JsonNode } from "#client/explorer/json/json-node.ts";
import type { SandboxRequest } from "#sandbox/exchange.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { openExplorer } from "./open-explorer.ts";

interface PrefilledRequest {
  readonly id: string;
  readonly request: SandboxRequest;
  /** What the form has against it. */
  readonly faults: readonly string[];
}

/** What each explorer of a contract sends when nobody changes it, with the sample file where one is to be chosen. */
export async function prefilledRequests(contract: Contract): Promise<readonly PrefilledRequest[]> {
  return Promise.all(
    contract.operations.map(async (operation) => {
      const data = openExplorer(contract, operation);
      const draft = withFiles(startDraft(data, null, 0), data);
      const faults = checkDraft(draft, data).map(({ message }) => message);
      return { id: operation.id, request: await toSandboxRequest(draft, data), faults };
    }),
  );
}

function withFiles(draft: RequestDraft, { requestBody }: ExplorerOperation): RequestDraft {
  const { node } = bodyOf(draft);
  if (node === null) return draft;
  const types = requestBody?.content.find(({ type }) => type === draft.mediaType)?.encoding;
  return editBody(draft, {
    path: [],
    value: fillFiles(node, (name) => (name === "" ? [draft.mediaType ?? ""] : (types?.get(name)?.types ?? []))),
  });
}

/** The same with the sample file wherever one is to be chosen; `typesOf` says what a part takes. */
function fillFiles(node: JsonNode, typesOf: (name: string) => readonly string[], name = ""): JsonNode {
  switch (node.kind) {
    case "file": {
      const file = makeSampleFile(typesOf(name));
      return { kind: "file", file, content: file.type };
    }
    case "list":
      return { ...node, items: node.items.map((item) => fillFiles(item, typesOf, name)) };
    case "object":
      return {
        ...node,
        members: node.members.map((one) => ({ ...one, node: fillFiles(one.node, typesOf, one.name) })),
      };
    default:
      return node;
  }
}

async function toSandboxRequest(draft: RequestDraft, data: ExplorerOperation): Promise<SandboxRequest> {
  const call = toCall({ draft, data, target: pageSandbox, schemes: [], credentials: [] });
  const sent = new Response(call.body);
  const type = call.body === null ? null : sent.headers.get("content-type");
  const headers = new Map(type === null ? [] : [["content-type", type]]);
  for (const { name, value } of call.headers) headers.set(name.toLowerCase(), value);
  const { pathname: path, search, origin: address } = new URL(call.url);
  const body = new Uint8Array(await sent.arrayBuffer());
  return { method: data.method.toUpperCase(), path, query: search.slice(1), headers, body, address };
}
