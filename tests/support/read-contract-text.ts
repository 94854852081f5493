import { readFileSync } from "node:fs";

import { readContract } from "#contract/read-contract.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";

import { format } from "./build-site.ts";

const read = (name: string): string => readFileSync(new URL(`../../openapi/${name}.yaml`, import.meta.url), "utf8");

/** The document of this repository, and its sandbox settings. */
export const shippedTexts = [read("v1.1"), read("sandbox")] as const;

/** The contract of a document's text, with the sandbox settings; fails the test when there is none. */
export async function readContractText(text: string, sandboxText = ""): Promise<Contract> {
  const { value, diagnostics } = await readWithSandbox(text, sandboxText);
  if (value === null) throw new Error(format(diagnostics));
  return value;
}

const sandbox = { file: "openapi/sandbox.yaml", position: { file: "content/site.yaml", line: 1, column: 1 } };

export async function readWithSandbox(text: string, sandboxText: string): Promise<Outcome<Contract | null>> {
  const files = new Map([
    ["openapi/api.yaml", text],
    [sandbox.file, sandboxText],
  ]);
  const authentication = { header: null, variable: "API_AUTH" };
  return readContract({ file: "openapi/api.yaml", files }, { authentication, sandbox });
}
