import { toCall } from "#client/explorer/call/call.ts";
import { pageSandbox } from "#client/explorer/call/targets.ts";
import { bodyOf, type Draft, editBody, startDraft } from "#client/explorer/draft/request-draft.ts";
import { type ExplorerOperation, toOperation } from "#client/explorer/explorer-operation.ts";
import { makeSampleFile } from "#client/explorer/form/file-control.tsx";
import type { SandboxRequest } from "#sandbox/exchange.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { ReachableSchemas } from "#site/reference/explorer-schemas.ts";
import { toExplorerData } from "#site/reference/plan-explorers.ts";

interface PrefilledRequest {
  readonly id: string;
  readonly request: SandboxRequest;
}

/** What each explorer of a contract sends when nobody changes it, with the sample file where one is to be chosen. */
export async function prefilledRequests(contract: Contract): Promise<readonly PrefilledRequest[]> {
  const source = { contract, schemas: new ReachableSchemas(contract.schemaByName) };
  const settings = { servers: [], customServer: false, pageSandbox: null };
  return Promise.all(
    contract.operations.map(async (operation) => {
      const data = toOperation(toExplorerData(operation, source, settings));
      return { id: operation.id, request: await toSandboxRequest(withFiles(startDraft(data, null, 0), data), data) };
    }),
  );
}

function withFiles(draft: Draft, { body }: ExplorerOperation): Draft {
  const { node } = bodyOf(draft);
  const types = body?.content.find(({ type }) => type === draft.mediaType)?.partTypes ?? {};
  const empty = node?.kind === "object" ? node.members.filter((member) => member.node.kind === "file") : [];
  return empty.reduce((filled, { name }) => {
    const file = makeSampleFile(types[name] ?? []);
    return editBody(filled, { path: [name], value: { kind: "file", file, content: file.type } });
  }, draft);
}

async function toSandboxRequest(draft: Draft, data: ExplorerOperation): Promise<SandboxRequest> {
  const call = toCall({ draft, data, target: pageSandbox, schemes: [], credentials: [] });
  const sent = new Response(call.body);
  const type = call.body === null ? null : sent.headers.get("content-type");
  const headers = new Map(type === null ? [] : [["content-type", type]]);
  for (const { name, value } of call.headers) headers.set(name.toLowerCase(), value);
  const { pathname: path, search, origin: address } = new URL(call.url);
  const body = new Uint8Array(await sent.arrayBuffer());
  return { method: data.method.toUpperCase(), path, query: search.slice(1), headers, body, address };
}
