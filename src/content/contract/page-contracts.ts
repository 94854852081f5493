import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import type { FrontMatter } from "#shared/document.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

import { ContractIndex, type PageContract } from "./contract-index.ts";

/** Something of a contract that a page names. */
export interface Subject<T extends object> {
  /** As it is written. */
  readonly name: string;
  readonly findIn: (index: ContractIndex) => T | SampleFault;
}

type Found<T extends object> =
  { readonly index: ContractIndex; readonly value: T } | { readonly code: DiagnosticCode; readonly fault: SampleFault };

/** The contracts of a site, one for each API, as a page looks names up in them. */
export class PageContracts {
  readonly #indexes: readonly ContractIndex[];
  readonly #chosen: ContractIndex | null;

  /** `chosen` is the API that the page is about; null when it does not say. */
  constructor(contracts: readonly PageContract[], chosen: string | null) {
    this.#indexes = contracts.map((contract) => new ContractIndex(contract));
    this.#chosen = this.#indexes.find(({ api }) => api === chosen) ?? null;
  }

  /** Looks in all contracts. Where several have a name, that of the page's API is meant; of a page without one, none. */
  find<T extends object>({ name, findIn }: Subject<T>): Found<T> {
    const looked = this.#indexes.map((index) => ({ index, value: findIn(index) }));
    const found = looked.flatMap(({ index, value }) => (isFault(value) ? [] : [{ index, value }]));
    const [only, another] = found;
    if (only !== undefined && another === undefined) return only;
    const own = found.find(({ index }) => index === this.#chosen);
    if (own !== undefined) return own;
    if (only !== undefined) return { code: "contract/ambiguous", fault: ambiguous(name, found) };
    const faults = looked.flatMap(({ value }) => (isFault(value) ? [value] : []));
    return { code: "contract/unknown-name", fault: joinFaults(name, faults) };
  }
}

function isFault(value: object): value is SampleFault {
  return "message" in value;
}

function ambiguous(name: string, found: readonly { readonly index: ContractIndex }[]): SampleFault {
  const names = found.map(({ index: { api, contract } }) => `${api} (${contract.file})`);
  const [first] = found;
  return {
    message: `\`${name}\` is in several contracts: ${names.join(", ")}`,
    hint: `say which API the page is about: \`contract: ${first?.index.api ?? ""}\` in its front matter`,
  };
}

/** What to say of a name that none of the contracts has. */
function joinFaults(name: string, faults: readonly SampleFault[]): SampleFault {
  const [first] = faults;
  const near = faults.find(({ hint }) => hint !== null) ?? first;
  if (faults.length === 1 && first !== undefined) return first;
  return { ...near, message: `no contract has \`${name}\``, hint: near?.hint ?? null };
}

/** Whether there is the API that a page says it is about. */
export function checkChoice(
  { contract }: Pick<FrontMatter, "contract">,
  contracts: readonly Pick<PageContract, "api">[],
): readonly Diagnostic[] {
  const names = contracts.flatMap(({ api }) => (api === "" ? [] : [api]));
  if (contract === null || names.includes(contract.api)) return [];
  const hint = nearestHint(contract.api, names) ?? "the names are those of `api:` under `contracts:` in site.yaml";
  return [diagnose("contract/unknown-name", `there is no API \`${contract.api}\``, contract.position, hint)];
}
