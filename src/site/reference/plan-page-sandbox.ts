import type { Contract } from "#shared/contract/contract.ts";
import type { SliceOperation, SliceParameter } from "#shared/contract/contract-slice.ts";
import { toJsonText } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import { hashedFile } from "../site-assets.ts";
import { SliceWriter } from "./slice-writer.ts";

/** Readers would wait too long for more characters of JSON, so a larger contract is published without a sandbox. */
const maxCharacters = 1_000_000;

/**
 * The file holds the data of the sandbox that runs in a contract's pages. Its name contains a hash of the content. The
 * result is null for a contract that's too large.
 */
export function planPageSandbox(contract: Contract): OutputFile | null {
  const slice = { ...contract, operations: contract.operations.map(withoutSpareExamples) };
  const content = toJsonText(new SliceWriter(contract, "none").write(slice));
  return content.length > maxCharacters ? null : hashedFile("sandbox", content);
}

function isNeeded({ in: place, isSampled }: SliceParameter): boolean {
  return place === "path" || isSampled;
}

function withoutSpareExamples({ parameters, ...operation }: SliceOperation): SliceOperation {
  return {
    ...operation,
    parameters: parameters.map((parameter) => (isNeeded(parameter) ? parameter : { ...parameter, examples: [] })),
  };
}
