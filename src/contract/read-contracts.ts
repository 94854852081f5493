import { stringify } from "yaml";

import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";
import { toJsonText } from "#shared/json/json.ts";
import { nearest } from "#shared/nearest.ts";

import { type ReadDocument, readDocument } from "./read-contract.ts";

interface ContractInputs {
  readonly config: Pick<Config, "contracts" | "authentication" | "sandbox">;
  /** The texts below `openapi/`, by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
}

/** A contract with the version it is published as and its downloadable files. */
export interface VersionedContract {
  readonly version: ContractVersion;
  readonly contract: Contract;
  readonly downloads: readonly string[];
  readonly files: readonly OutputFile[];
}

/** Reads the document of every version. A document that several versions share is read once. */
export async function readContracts({ config, files }: ContractInputs): Promise<Outcome<readonly VersionedContract[]>> {
  const diagnostics: Diagnostic[] = [];
  const readingByFile = new Map<string, ReadDocument | null>();
  for (const { document, position } of config.contracts) {
    if (readingByFile.has(document)) continue;
    const outcome = files.has(document)
      ? await readDocument({ file: document, files }, config)
      : { value: null, diagnostics: [missing(document, position, files)] };
    diagnostics.push(...outcome.diagnostics);
    readingByFile.set(document, outcome.value);
  }
  const value = config.contracts.flatMap((version) => {
    const reading = readingByFile.get(version.document) ?? null;
    return reading === null ? [] : [publish(version, reading, files.get(version.document) ?? "")];
  });
  return { value, diagnostics };
}

function missing(document: string, position: Position | null, files: ReadonlyMap<string, string>): Diagnostic {
  const suggestion = nearest(document, files.keys());
  const hint = suggestion === null ? "documents lie in openapi/" : `try ${suggestion}`;
  return diagnose("contract/unreadable", `there is no document \`${document}\``, position, hint);
}

/** The document can be downloaded as the author wrote it and in the other notation. */
function publish(version: ContractVersion, { contract, document }: ReadDocument, source: string): VersionedContract {
  const folder = version.route.replace(/^\/|\/$/g, "");
  const isJson = /\.json$/i.test(version.document);
  const files = [
    { path: `${folder}/openapi.yaml`, content: isJson ? stringify(document) : source },
    { path: `${folder}/openapi.json`, content: isJson ? source : `${toJsonText(document, 2)}\n` },
  ];
  return { version, contract, downloads: ["openapi.yaml", "openapi.json"], files };
}
