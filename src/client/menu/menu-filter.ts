import type { MenuFile, MenuOperation } from "#shared/contract/reference.ts";
import { isUnspaced } from "#shared/search/excerpt.ts";
import { frameId } from "#shared/view.ts";

import { activate, activeOption, type Combobox, moveByKey } from "../combobox.ts";
import { element, isOfInputMethod } from "../dom.ts";
import { reloadIfStale } from "../reload-if-stale.ts";

/*
 * The field above the menu of a large reference: a combobox whose list replaces the menu while something is typed. The
 * page has the field (templates/reference/reference-menu.tsx), and the operations are fetched once a reader focuses it.
 */

/** Makes a field filter the menu around it, or says so if its data doesn't load. */
export async function beginFilter(field: HTMLInputElement): Promise<void> {
  const menu = field.closest<HTMLElement>(".reference-menu");
  const status = field.parentElement?.querySelector("output");
  if (!menu || !status || field.dataset["begun"] !== undefined) return;
  field.dataset["begun"] = "";
  await new MenuFilter(field, menu, status).show();
}

/** Nobody reads a longer list one by one. */
const most = 100;

class MenuFilter {
  readonly #box: Combobox;
  readonly #menu: HTMLElement;
  readonly #status: HTMLElement;
  #loading: Promise<MenuFile> | null = null;

  constructor(field: HTMLInputElement, menu: HTMLElement, status: HTMLElement) {
    const list = element("div", { id: frameId("filter"), role: "listbox", "aria-label": "Operations" });
    this.#box = { field, list };
    this.#menu = menu;
    this.#status = status;
    field.parentElement?.after(list);
    field.addEventListener("input", () => void this.show());
    field.addEventListener("keydown", (event) => this.#onKey(event));
    // An operation on this page was chosen, so the menu shows where it is again.
    addEventListener("hashchange", () => this.#clear());
  }

  /** Shows the operations that match the field; the whole menu for an empty field. */
  async show(): Promise<void> {
    const { field } = this.#box;
    try {
      this.#loading ??= fetchMenu(field.dataset["menu"] ?? "");
      const file = await this.#loading;
      const query = field.value.trim();
      this.#menu.toggleAttribute("data-filtered", query !== "");
      field.ariaExpanded = String(query !== "");
      this.#fill(file, query);
    } catch {
      // The next key tries again: the network may be back, or the site is newer than the page.
      this.#loading = null;
      this.#status.textContent = "The operations didn't load. Check your connection and type again.";
      await reloadIfStale();
    }
  }

  #clear(): void {
    this.#box.field.value = "";
    void this.show();
  }

  #onKey(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) return;
    if (event.key === "Enter") activeOption(this.#box)?.click();
    // If the field is empty, Escape closes the menu of narrow screens.
    else if (event.key === "Escape" && this.#box.field.value !== "") this.#clear();
    else if (!moveByKey(this.#box, event)) return;
    event.preventDefault();
  }

  #fill(file: MenuFile, query: string): void {
    const { field, list } = this.#box;
    const found = filterOperations(file, query);
    this.#status.textContent = query === "" ? "" : describe(found.length, query);
    const shown = found.slice(0, most).map((operation, index) => ({ operation, option: toOption(operation, index) }));
    const groups = new Set(shown.map(({ operation: [, , , , group] }) => group));
    list.replaceChildren(
      ...Array.from(groups, (group) => {
        const label = file.groups[group] ?? "";
        const heading = element("p", { "aria-hidden": "true" }, label);
        const options = shown.flatMap(({ operation, option }) => (operation[4] === group ? [option] : []));
        return element("div", { class: "group", role: "group", "aria-label": label }, heading, ...options);
      }),
    );
    field.removeAttribute("aria-activedescendant");
    const first = shown[0]?.option;
    if (first !== undefined) activate(this.#box, first);
    // The list starts at its top, even if the menu was scrolled.
    first?.scrollIntoView({ block: "nearest" });
  }
}

function describe(count: number, query: string): string {
  if (count === 0) return `No operation has “${query}”.`;
  const words = count === 1 ? "1 operation" : `${count} operations`;
  return count <= most ? words : `${words}, the first ${most} of them below`;
}

function toOption([title, method, path, href]: MenuOperation, index: number): HTMLElement {
  const mark = element("b", { class: `method method-${method}` }, method.toUpperCase());
  const attributes = { role: "option", id: frameId(`filter-${index}`), "aria-selected": "false", tabindex: "-1", href };
  const segments = path.split(/(?<=\/)(?=.)/).flatMap((segment) => [segment, element("wbr")]);
  return element("a", attributes, element("span", {}, title), " ", mark, " ", element("code", {}, ...segments));
}

async function fetchMenu(address: string): Promise<MenuFile> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/**
 * Returns the operations that match every word of a query in title, method, path or group. Those with the fewest other
 * words come first, then the menu's order counts. A short word has to begin a word, so that `get` doesn't match
 * `widget`.
 */
export function filterOperations({ groups, operations }: MenuFile, query: string): readonly MenuOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const wanted = wordsOf(query);
  const found = operations.flatMap((operation) => {
    const [title, method, path, , group] = operation;
    const written = ` ${method} ${path} ${title} ${groups[group] ?? ""}`;
    const text = `${written.toLowerCase()} ${wordsOf(written).join(" ")}`;
    if (!words.every((word) => text.includes(word.length < 4 && !isUnspaced(word) ? ` ${word}` : word))) return [];
    // The names in a path are what the call is about. A title may be a sentence, so its length doesn't count against
    // it.
    const names = path.replace(/\{.*?\}/g, "");
    const extra = Math.min(countExtra(title, wanted), fewWords) + 2 * countExtra(names, wanted);
    return [{ operation, extra }];
  });
  return found.sort((a, b) => a.extra - b.extra).map(({ operation }) => operation);
}

const fewWords = 4;

function countExtra(text: string, wanted: readonly string[]): number {
  return wordsOf(text).filter((word) => !wanted.some((part) => word.startsWith(part))).length;
}

/** An identifier may consist of several words: `payment_intents`, `widgetName`. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
