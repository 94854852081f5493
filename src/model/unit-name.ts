/** The unit of a number, as readers call it; the document's own word when it is none we know. */
export function unitName(unit: string): string {
  return names.get(unit) ?? unit;
}

const names: ReadonlyMap<string, string> = new Map([
  ["usd-cents", "US cents"],
  ["usd", "US dollars"],
  ["ft", "feet"],
  ["lb", "pounds"],
]);
