import type { Contract } from "#shared/contract/contract.ts";
import type { SliceOperation, SliceParameter } from "#shared/contract/contract-slice.ts";
import { toJsonText } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import { hashedFile } from "../site-assets.ts";
import { SliceWriter } from "./slice-writer.ts";

/** A contract with more, in characters of JSON, has no sandbox in its pages: a reader would wait for it too long. */
const maxCharacters = 1_000_000;

/** The data of the sandbox that runs in a contract's pages. Its name carries a hash of the content; null when there is too much. */
export function planPageSandbox(contract: Contract): OutputFile | null {
  const slice = { ...contract, operations: contract.operations.map(withoutSpareExamples) };
  const content = toJsonText(new SliceWriter(contract, "none").write(slice));
  return content.length > maxCharacters ? null : hashedFile("sandbox", content);
}

function isNeeded({ in: place, isSampled }: SliceParameter): boolean {
  return place === "path" || isSampled;
}

/** Of parameters a sandbox knows those by example that explorers begin with. */
function withoutSpareExamples({ parameters, ...operation }: SliceOperation): SliceOperation {
  return {
    ...operation,
    parameters: parameters.map((parameter) => (isNeeded(parameter) ? parameter : { ...parameter, examples: [] })),
  };
}
