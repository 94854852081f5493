/*
 * A field with a list of options, of which one is active while the focus stays in the field (ARIA Authoring Practices,
 * “list autocomplete with automatic selection”): the search, and the filter of a reference's menu.
 */

export interface Combobox {
  readonly field: HTMLInputElement;
  readonly list: HTMLElement;
}

export function optionsIn(part: HTMLElement): readonly HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>("[role=option]")];
}

export function activeOption({ list }: Combobox): HTMLElement | undefined {
  return optionsIn(list).find((option) => option.ariaSelected === "true");
}

export function activate({ field, list }: Combobox, option: HTMLElement): void {
  for (const candidate of optionsIn(list)) candidate.ariaSelected = String(candidate === option);
  field.setAttribute("aria-activedescendant", option.id);
}

/** Moves to the option after or before the active one, around the ends. False for other keys, which move nothing. */
export function moveByKey(box: Combobox, { key }: KeyboardEvent): boolean {
  if (key !== "ArrowDown" && key !== "ArrowUp") return false;
  const options = optionsIn(box.list);
  const index = options.findIndex((option) => option.ariaSelected === "true");
  const option = options[(index + (key === "ArrowDown" ? 1 : -1) + options.length) % options.length];
  if (option !== undefined) activate(box, option);
  option?.scrollIntoView({ block: "nearest" });
  return true;
}
