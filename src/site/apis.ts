import type { ContractVersion } from "#shared/config.ts";

interface Versioned {
  readonly version: ContractVersion;
}

/** What pages mean when they name an API: the first version of each. */
export function firstOfEachApi<T extends Versioned>(contracts: readonly T[]): readonly T[] {
  return contracts.filter(
    ({ version }, place) => contracts.findIndex((other) => other.version.api === version.api) === place,
  );
}

/** Whether a site tells several APIs apart. */
export function hasSeveralApis(contracts: readonly Versioned[]): boolean {
  return firstOfEachApi(contracts).length > 1;
}
