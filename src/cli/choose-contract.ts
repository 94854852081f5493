import type { Command } from "commander";

import type { ContractVersion } from "#shared/config.ts";
import { findContract, nameOfContract } from "#shared/find-contract.ts";

export interface ContractFlags {
  /** Its API, its version, or both; the first version of the only API without it. */
  readonly contract?: string;
}

export function addContractOption(command: Command): Command {
  return command.option("--contract <name>", 'which of several contracts: an API, a version, or both ("Payments v2")');
}

/** The contract that a command is about; undefined where there is none. One that could be meant otherwise is wrong usage. */
export function chooseContract(
  contracts: readonly ContractVersion[],
  { contract: name }: ContractFlags,
  command: Command,
): ContractVersion | undefined {
  const found = findContract(contracts, name);
  const listed = `(there is ${contracts.map(nameOfContract).join(", ")})`;
  if (name !== undefined && found === undefined) command.error(`error: there is no contract ${name}\n${listed}`);
  const isOneApi = new Set(contracts.map(({ api }) => api)).size <= 1;
  if (name === undefined && !isOneApi)
    command.error(`error: this site has several APIs: name one with --contract\n${listed}`);
  return found;
}
