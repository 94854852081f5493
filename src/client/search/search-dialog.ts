import { frameId } from "#shared/view.ts";

import { activate, activeOption, type Combobox, moveByKey, optionsIn } from "../combobox.ts";
import { addStyles, element, isOfInputMethod } from "../dom.ts";
import { keepHit } from "./focus-hit.ts";
import { describeAnswer, forgetHits, hitOf, rememberHit, toResults, toStart } from "./result-list.ts";
import { loadSearch, type SiteSearch, suggestFor } from "./site-search.ts";

/*
 * The search: a native dialog with a combobox. The page has the closed dialog with its field (templates/search.tsx).
 * boot.ts opens it and fetches this file, which has no React, because that would be larger than everything else here.
 */

/** Shows the results for the open dialog's field, which may have been typed in before this file arrived. */
export async function begin(): Promise<void> {
  const dialog = findDialog();
  const field = dialog?.querySelector("input");
  if (!dialog || !field) return;
  if (dialog.querySelector("[role=listbox]") !== null) {
    field.dispatchEvent(new Event("input"));
    return;
  }
  void new SearchBox(dialog, field).show();
  await addStyles("data-search");
}

/** Suggests a page on the not-found page, with a button that searches for its words. */
export async function suggest(host: HTMLElement): Promise<void> {
  return suggestFor(host, (query) => {
    const dialog = findDialog();
    const field = dialog?.querySelector("input");
    if (!dialog || !field) return;
    dialog.showModal();
    field.value = query;
    field.select();
    void begin();
  });
}

function findDialog(): HTMLDialogElement | null {
  return document.querySelector("dialog.search");
}

class SearchBox {
  readonly #box: Combobox;
  readonly #dialog: HTMLDialogElement;
  readonly #status = element("output");
  #loading: Promise<SiteSearch> | null = null;
  #turn = 0;

  constructor(dialog: HTMLDialogElement, field: HTMLInputElement) {
    const list = element("div", { id: frameId("search"), role: "listbox", "aria-label": "Results" });
    this.#box = { field, list };
    this.#dialog = dialog;
    dialog.append(this.#status, list, toKeys());
    field.addEventListener("input", () => void this.show());
    field.addEventListener("keydown", (event) => this.#onKey(event));
    list.addEventListener("click", ({ target }) => this.#choose(optionAt(target)));
    list.addEventListener("pointermove", ({ target }) => {
      const option = optionAt(target);
      if (option !== null) activate(this.#box, option);
    });
    // A click on the dialog element itself is one on its backdrop.
    dialog.addEventListener("pointerdown", ({ target }) => target === dialog && dialog.close());
  }

  /** Shows the results for the field. A result of an older query is dropped. */
  async show(): Promise<void> {
    const query = this.#box.field.value.trim();
    const turn = (this.#turn += 1);
    try {
      this.#loading ??= loadSearch();
      const { start, search } = await this.#loading;
      const answer = query === "" ? null : await search(query);
      if (turn !== this.#turn) return;
      if (answer === null) this.#fill(toStart(start), []);
      else this.#fill(toResults(answer, start), describeAnswer(answer, query));
    } catch {
      // A later key tries again: the network may be back, or the site is newer than the page.
      this.#loading = null;
      if (turn !== this.#turn) return;
      const fault = element("b", {}, "The search didn't load. ");
      this.#fill([], [fault, "Check your connection and type again, or reload the page."]);
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) return;
    if (event.key === "Enter") follow(activeOption(this.#box), event.ctrlKey || event.metaKey);
    else if (!moveByKey(this.#box, event)) return;
    event.preventDefault();
  }

  #choose(option: HTMLElement | null): void {
    if (option === null) return;
    const { query, forget } = option.dataset;
    if (query === undefined && forget === undefined) {
      rememberHit(hitOf(option));
      if (option instanceof HTMLAnchorElement) keepHit(option.href);
      return this.#dialog.close();
    }
    if (query === undefined) {
      forgetHits();
    } else {
      this.#box.field.value = query;
      this.#box.field.focus();
    }
    void this.show();
  }

  #fill(groups: readonly HTMLElement[], message: readonly (Node | string)[]): void {
    const { field, list } = this.#box;
    const turn = this.#turn;
    const options = groups.flatMap(optionsIn);
    for (const [index, option] of options.entries()) option.id = frameId(`search-${index}`);
    const hidden = options.slice(inSight).map((option) => ({ option, group: option.parentElement }));
    for (const { option } of hidden) option.remove();
    const first = groups.filter((group) => optionsIn(group).length > 0);
    list.scrollTop = 0;
    list.replaceChildren(...first);
    this.#status.replaceChildren(...message);
    this.#status.className = message.length === 1 ? "visually-hidden" : "search-status";
    field.removeAttribute("aria-activedescendant");
    if (options[0] !== undefined) activate(this.#box, options[0]);
    if (hidden.length === 0) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (turn !== this.#turn) return;
        for (const { option, group } of hidden) group?.append(option);
        list.append(...groups.slice(first.length));
      }),
    );
  }
}

/**
 * This many options fill the dialog. The others are added after these are painted, because a slow phone would take long
 * for all.
 */
const inSight = 10;

function follow(option: HTMLElement | undefined, isInNewTab: boolean): void {
  if (!isInNewTab || !(option instanceof HTMLAnchorElement)) return option?.click();
  rememberHit(hitOf(option));
  window.open(option.href, "_blank", "noopener");
}

function optionAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
}

function toKeys(): HTMLElement {
  const control = navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl";
  const keys = [
    ["↑", "↓", "move"],
    ["↵", "open"],
    [`${control} ↵`, "new tab"],
    ["Esc", "close"],
  ];
  const hints = keys.map((hint) => {
    const caps = hint.slice(0, -1).map((key) => element("kbd", {}, key));
    return element("span", {}, ...caps, hint.at(-1) ?? "");
  });
  return element("p", { class: "search-keys", "aria-hidden": "true" }, ...hints);
}
