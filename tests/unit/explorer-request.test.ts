import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";

import { expect, test } from "vitest";

import { toRequest } from "#client/explorer/draft/draft-to-request.ts";
import { startDraft } from "#client/explorer/draft/request-draft.ts";
import type { RequestValue } from "#shared/contract/request.ts";

import { smallContracts } from "../support/contract-files.ts";
import { readText } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";

const root = new URL("../../", import.meta.url).pathname;
const shipped = readdirSync(`${root}openapi`).map((name) => `${root}openapi/${name}`);
const documents = [...smallContracts, ...shipped].map((path) => relative(root, path));

test.each(documents)("each explorer of %s starts with the request that the samples show", async (path) => {
  const { contract } = await readText(readFileSync(root + path, "utf8"));
  if (contract === null) return;
  for (const operation of contract.operations) {
    const data = openExplorer(contract, operation);
    expect(withoutFiles(toRequest(startDraft(data, null, 0), data))).toEqual(withoutFiles(operation.request));
  }
});

/** A page has no file until its reader chooses one. */
function withoutFiles(request: RequestValue | null): RequestValue | null {
  if (request?.body.kind !== "form") return request;
  const parts = request.body.parts.map((part) =>
    part.kind === "file" ? { ...part, fileName: "", mediaType: "" } : part,
  );
  return { ...request, body: { ...request.body, parts } };
}
