import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";
import type { ContractLookup, Document, FrontMatter } from "#shared/document.ts";
import {
  contractKeys,
  contractsNamed,
  firstOfEachApi,
  type NamedContract,
  nameOfContract,
} from "#shared/site-manifest.ts";

import { ContractIndex, type PageContract } from "./contract-index.ts";

export interface Subject<T extends object> {
  readonly name: string;
  readonly findIn: (index: ContractIndex) => T | SampleFault;
  /** The API or version that is written with the name. */
  readonly contract?: string | null | undefined;
  /** The name stands for any number of operations. */
  readonly isOfMany?: boolean;
  /** The page may show texts of what has the name. */
  readonly hasTexts?: boolean;
}

type Found<T extends object> =
  { readonly index: ContractIndex; readonly value: T } | { readonly code: DiagnosticCode; readonly fault: SampleFault };

export class PageContracts {
  readonly #indexes: readonly ContractIndex[];
  readonly #chosen: ContractIndex | null;
  readonly #names = new Map<string, ContractLookup>();
  #takesMany = false;

  /** `chosen` is the API or version that the page's front matter names, or null. */
  constructor(contracts: readonly PageContract[], chosen: string | null) {
    const keys = contractKeys(contracts);
    this.#indexes = contracts.map((contract, number) => new ContractIndex(contract, keys[number] ?? ""));
    this.#chosen = chosen === null ? null : (contractsNamed(this.#indexes, chosen)[0] ?? null);
  }

  /** The names that the page has looked up so far; null if it may have seen any part of a contract. */
  get names(): Document["names"] {
    return this.#takesMany ? null : [...this.#names.values()];
  }

  /**
   * Looks in the contract that is named with the subject, or else in the page's contract and the first version of each
   * API. If several have the name, the page's contract wins; without one the name is ambiguous.
   */
  find<T extends object>({ name, findIn, contract = null, isOfMany = false, hasTexts = false }: Subject<T>): Found<T> {
    this.#names.set(`${name} ${hasTexts}`, { name, hasTexts });
    this.#takesMany ||= isOfMany;
    const fault = contract === null ? null : faultOfChoice(contract, this.#indexes);
    if (fault !== null) return { code: "contract/unknown-name", fault };
    const searched = contract === null ? this.#spokenOf() : contractsNamed(this.#indexes, contract);
    const looked = searched.map((index) => ({ index, value: findIn(index) }));
    const found = looked.flatMap(({ index, value }) => (isFault(value) ? [] : [{ index, value }]));
    const [only, another] = found;
    if (only !== undefined && another === undefined) return only;
    const own = found.find(({ index }) => index === this.#chosen);
    if (own !== undefined) return own;
    if (only !== undefined) {
      const names = found.map(({ index: { api, contract: document } }) => `${api} (${document.file})`);
      const message = `\`${name}\` is in several contracts: ${names.join(", ")}`;
      const hint = `say which API the page is about: \`contract: ${only.index.api}\` in its front matter`;
      return { code: "contract/ambiguous", fault: { message, hint } };
    }
    const faults = looked.flatMap(({ value }) => (isFault(value) ? [value] : []));
    return { code: "contract/unknown-name", fault: joinFaults(name, faults) };
  }

  #spokenOf(): readonly ContractIndex[] {
    const chosen = this.#chosen;
    const firsts = firstOfEachApi(this.#indexes, ({ api }) => api);
    return firsts.map((first) => (chosen?.api === first.api ? chosen : first));
  }
}

function isFault(value: object): value is SampleFault {
  return "message" in value;
}

function joinFaults(name: string, faults: readonly SampleFault[]): SampleFault {
  const [first] = faults;
  const known = faults.find(({ isKnown }) => isKnown);
  if (known !== undefined) return known;
  const near = faults.find(({ hint }) => hint !== null) ?? first;
  if (faults.length === 1 && first !== undefined) return first;
  return { ...near, message: `no contract has \`${name}\``, hint: near?.hint ?? null };
}

/** Reports a page whose API or version doesn't exist. */
export function checkChoice(
  { contract }: Pick<FrontMatter, "contract">,
  contracts: readonly NamedContract[],
): readonly Diagnostic[] {
  const fault = contract === null ? null : faultOfChoice(contract.name, contracts);
  if (contract === null || fault === null) return [];
  return [diagnose("contract/unknown-name", fault.message, contract.position, fault.hint)];
}

/** The names by which a page may choose a contract: its API, its version, or both. */
export function namesOfContracts(contracts: readonly NamedContract[]): readonly string[] {
  const names = contracts.flatMap((contract) => [contract.api, contract.id, nameOfContract(contract)]);
  return [...new Set(names)].filter((name) => name !== "");
}

function faultOfChoice(name: string, contracts: readonly NamedContract[]): SampleFault | null {
  const named = contractsNamed(contracts, name);
  if (named.length === 1) return null;
  if (named.length > 1) {
    const names = named.map(nameOfContract);
    return { message: `\`${name}\` is a version of several APIs`, hint: `write \`${names.join("` or `")}\`` };
  }
  const known = namesOfContracts(contracts);
  const hint =
    nearestHint(name, known) ?? `the names under \`contracts:\` in site.yaml are ${known.join(", ") || "none"}`;
  return { message: `there is no API or version \`${name}\``, hint, slip: slipOf(name, known) };
}
