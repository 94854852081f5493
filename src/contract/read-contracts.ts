import { stringify } from "yaml";

import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";
import { nearest } from "#shared/nearest.ts";

import type { AskParser } from "./check/validate-document.ts";
import { startReading } from "./read-contract.ts";

export interface ContractInputs {
  readonly config: Config;
  /** The texts below `openapi/`, by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  readonly ask: AskParser;
}

/** A contract with the version it is published as and its downloadable files. */
export interface VersionedContract {
  readonly version: ContractVersion;
  readonly contract: Contract;
  readonly downloads: readonly string[];
  readonly files: readonly OutputFile[];
}

/** The contracts of a site that the parser is still being asked about. */
export interface ContractsReading extends Outcome<readonly VersionedContract[]> {
  readonly secondOpinion: Promise<readonly Diagnostic[]>;
}

/** Reads the document of every version. A document that several versions share is read once. */
export function readContracts({ config, files, ask }: ContractInputs): ContractsReading {
  const diagnostics: Diagnostic[] = [];
  const opinions: Promise<readonly Diagnostic[]>[] = [];
  const contractByFile = new Map<string, Contract | null>();
  for (const { document, position } of config.contracts) {
    if (contractByFile.has(document)) continue;
    if (!files.has(document)) {
      diagnostics.push(missing(document, position, files));
      contractByFile.set(document, null);
      continue;
    }
    const { authentication } = config;
    const reading = startReading({ file: document, files }, { authentication, ask });
    diagnostics.push(...reading.diagnostics);
    opinions.push(reading.secondOpinion);
    contractByFile.set(document, reading.value);
  }
  const value = config.contracts.flatMap((version) => {
    const contract = contractByFile.get(version.document) ?? null;
    return contract === null ? [] : [publish(version, contract, files.get(version.document) ?? "")];
  });
  const secondOpinion = Promise.all(opinions).then((findings) => findings.flat());
  return { value, diagnostics, secondOpinion };
}

function missing(document: string, position: Position | null, files: ReadonlyMap<string, string>): Diagnostic {
  const suggestion = nearest(document, files.keys());
  const hint = suggestion === null ? "documents lie in openapi/" : `try ${suggestion}`;
  return diagnose("config/invalid", `there is no document \`${document}\``, position, hint);
}

/** The document can be downloaded as the author wrote it and in the other notation. */
function publish(version: ContractVersion, contract: Contract, source: string): VersionedContract {
  const folder = version.route.replace(/^\/|\/$/g, "");
  const isJson = /\.json$/i.test(version.document);
  const files = [
    { path: `${folder}/openapi.yaml`, content: isJson ? stringify(contract.document) : source },
    { path: `${folder}/openapi.json`, content: isJson ? source : `${JSON.stringify(contract.document, null, 2)}\n` },
  ];
  return { version, contract, downloads: ["openapi.yaml", "openapi.json"], files };
}
