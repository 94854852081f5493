/*
 * A field with a list of options, of which one is active while the focus stays in the field (ARIA Authoring Practices,
 * “list autocomplete with automatic selection”): the search, and the filter of a reference's menu.
 */

interface Combobox {
  readonly field: HTMLInputElement;
  readonly list: HTMLElement;
}

export function optionsIn(part: HTMLElement): readonly HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>("[role=option]")];
}

export function activeOption(list: HTMLElement): HTMLElement | undefined {
  return optionsIn(list).find((option) => option.ariaSelected === "true");
}

/** The keys that move through a list. */
export const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

/** The option after or before the active one, around the ends; undefined in an empty list. */
export function neighborOption(list: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const options = optionsIn(list);
  const index = options.findIndex((option) => option.ariaSelected === "true");
  return options[(index + step + options.length) % options.length];
}

export function activate({ field, list }: Combobox, option: HTMLElement): void {
  for (const candidate of optionsIn(list)) candidate.ariaSelected = String(candidate === option);
  field.setAttribute("aria-activedescendant", option.id);
}
