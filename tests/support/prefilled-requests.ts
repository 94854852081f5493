import { toCall } from "#client/explorer/call/call.ts";
import { pageSandbox } from "#client/explorer/call/targets.ts";
import { type RequestDraft, startDraft } from "#client/explorer/draft/request-draft.ts";
import { withSampleFiles } from "#client/explorer/draft/sample-files.ts";
import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import type { SandboxRequest } from "#sandbox/exchange.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { openExplorer } from "./open-explorer.ts";

export interface PrefilledRequest {
  readonly id: string;
  readonly data: ExplorerOperation;
  readonly request: SandboxRequest;
}

/** The unchanged request of each explorer of a contract, with the sample file where one has to be chosen. */
export async function prefilledRequests(contract: Contract): Promise<readonly PrefilledRequest[]> {
  return Promise.all(
    contract.operations.map(async (operation) => {
      const data = openExplorer(contract, operation);
      const draft = withSampleFiles(startDraft(data, null, 0), data, true);
      return { id: operation.id, data, request: await toSandboxRequest(draft, data) };
    }),
  );
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
