import { toCall } from "#client/explorer/call/call.ts";
import { pageSandbox } from "#client/explorer/call/targets.ts";
import { bodyOf, type RequestDraft, editBody, startDraft } from "#client/explorer/draft/request-draft.ts";
import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import { makeSampleFile } from "#client/explorer/form/file-control.tsx";
import type { SandboxRequest } from "#sandbox/exchange.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { openExplorer } from "./open-explorer.ts";

interface PrefilledRequest {
  readonly id: string;
  readonly request: SandboxRequest;
}

/** What each explorer of a contract sends when nobody changes it, with the sample file where one is to be chosen. */
export async function prefilledRequests(contract: Contract): Promise<readonly PrefilledRequest[]> {
  return Promise.all(
    contract.operations.map(async (operation) => {
      const data = openExplorer(contract, operation);
      return { id: operation.id, request: await toSandboxRequest(withFiles(startDraft(data, null, 0), data), data) };
    }),
  );
}

function withFiles(draft: RequestDraft, { requestBody }: ExplorerOperation): RequestDraft {
  const { node } = bodyOf(draft);
  const types = requestBody?.content.find(({ type }) => type === draft.mediaType)?.encoding;
  const empty = node?.kind === "object" ? node.members.filter((member) => member.node.kind === "file") : [];
  return empty.reduce((filled, { name }) => {
    const file = makeSampleFile(types?.get(name)?.types ?? []);
    return editBody(filled, { path: [name], value: { kind: "file", file, content: file.type } });
  }, draft);
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
