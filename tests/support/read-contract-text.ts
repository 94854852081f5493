import { readContract } from "#contract/read-contract.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { format } from "./build-site.ts";

/** The contract of a document's text; fails the test when it has none. */
export async function readContractText(text: string): Promise<Contract> {
  const { value, diagnostics } = await readContract(
    { file: "openapi/api.yaml", files: new Map([["openapi/api.yaml", text]]) },
    { authentication: { header: null, variable: "API_AUTH" } },
  );
  if (value === null) throw new Error(format(diagnostics));
  return value;
}
