/** A contract among those of its site. Both are empty where there is nothing to tell apart. */
interface NamedContract {
  readonly api: string;
  /** The version's. */
  readonly id: string;
}

/** What a contract is called among those of its site: `Payments v1`, `v1.1`; empty for one that has no name. */
export function nameOfContract({ api, id }: NamedContract): string {
  return [api, id].filter((name) => name !== "").join(" ");
}

/** The contract of a name, or the first one of an API or a version; without a name, the first of all. */
export function findContract<T extends NamedContract>(
  contracts: readonly T[],
  name: string | undefined,
): T | undefined {
  if (name === undefined) return contracts[0];
  return (
    contracts.find((contract) => nameOfContract(contract) === name) ??
    contracts.find(({ api, id }) => api === name || id === name)
  );
}
