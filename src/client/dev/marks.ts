import type { Problem } from "#shared/reload-message.ts";

import { element } from "../element.ts";
import { findPlace, type PagePlace } from "./find-place.ts";
import { createShadowRoot, layerStyles, pageStyles, toSheet } from "./styles.ts";

const mark = "data-docs-build-finding";
const addressed = "a[href], area[href], img[src], source[src], iframe[src]";

interface Note extends PagePlace {
  readonly label: HTMLElement;
  /** True at a line of a sample, which nothing follows. */
  readonly isLine: boolean;
}

/** In pixels. A finding that would be cut off sooner is a mark. */
const leastRoom = 120;

/** In pixels. */
const markSize = 12;

/**
 * Shows findings where they are in the page: what leads to nothing is struck, with its finding on hover and focus, and a
 * line of a sample carries its finding beside it. The elements of the page stay as they are, but for attributes: what the
 * server changes in them is found by their order.
 */
export class Marks {
  readonly #root = createShadowRoot("docs-build-marks", layerStyles);
  readonly #tip = element("p", { class: "tip", role: "tooltip" });
  #problems: readonly Problem[] = [];
  #shown = "[]";
  #notes: readonly Note[] = [];
  #isWaiting = false;

  constructor() {
    document.adoptedStyleSheets.push(toSheet(pageStyles));
    for (const event of ["mouseover", "focusin"] as const)
      document.addEventListener(event, ({ target }) => this.#showTip(target));
    new ResizeObserver(() => this.#placeNotes()).observe(document.body);
    // A tab or a section that opens moves what is below it.
    for (const event of ["change", "toggle"] as const)
      document.addEventListener(event, () => requestAnimationFrame(() => this.#placeNotes()), true);
  }

  show(problems: readonly Problem[]): void {
    const key = JSON.stringify(problems);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#problems = problems;
    this.renew();
  }

  renew(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const start = (): void => {
      this.#isWaiting = false;
      this.#mark();
    };
    // Once for all that a message brings, and after the page is painted.
    setTimeout(start);
  }

  #mark(): void {
    for (const marked of document.querySelectorAll(`[${mark}]`))
      for (const name of [mark, "aria-description"]) marked.removeAttribute(name);
    const byAddress = new Map(
      this.#problems.flatMap((problem) => problem.addresses.map((at) => [at, problem] as const)),
    );
    if (byAddress.size > 0) {
      for (const found of document.querySelectorAll(addressed)) {
        const address = found.getAttribute("href") ?? found.getAttribute("src") ?? "";
        const problem = byAddress.get(address);
        if (problem === undefined || isThere(address)) continue;
        for (const name of [mark, "aria-description"]) found.setAttribute(name, textOf(problem));
      }
    }
    this.#showTip(null);
    const notes: Note[] = [];
    for (const problem of this.#problems) {
      const place = problem.addresses.length > 0 ? null : findPlace(document, problem, notes);
      if (place === null) continue;
      const label = element("button", { class: `note ${problem.severity}`, type: "button" }, textOf(problem));
      notes.push({ ...place, label, isLine: place.line !== place.words });
    }
    this.#notes = notes;
    this.#root.replaceChildren(this.#tip, ...this.#notes.map(({ label }) => label));
    if (this.#notes.length === 0) CSS.highlights?.delete("docs-build-finding");
    else CSS.highlights?.set("docs-build-finding", new Highlight(...this.#notes.map(({ words }) => words)));
    const { host } = this.#root;
    if (this.#notes.length === 0 && byAddress.size === 0) host.remove();
    else if (!host.isConnected) document.documentElement.append(host);
    this.#placeNotes();
  }

  /**
   * A line of a sample has its finding after it, where there is room; else a mark in the margin, which opens on hover and
   * focus. So no words of the page are covered.
   */
  #placeNotes(): void {
    const tops: number[] = [];
    for (const { line, label, isLine } of this.#notes) {
      const rectangle = [...line.getClientRects()].at(-1);
      const parent = line.startContainer.parentElement;
      label.hidden = rectangle === undefined || rectangle.width === 0;
      if (rectangle === undefined || parent === null) continue;
      const edge = parent.closest("figure, pre")?.getBoundingClientRect().right ?? 0;
      const room = edge - rectangle.right - 12;
      const isInMargin = !isLine || room < leastRoom;
      const column = parent.closest(".prose, main")?.getBoundingClientRect().left ?? 0;
      const left = isInMargin ? Math.max(2, column - markSize - 4) : rectangle.right + 8;
      const others = tops.filter((top) => Math.abs(top - rectangle.top) < markSize).length;
      tops.push(rectangle.top);
      label.classList.toggle("in-margin", isInMargin);
      label.style.left = `${left + window.scrollX}px`;
      label.style.top = `${rectangle.top + others * (markSize + 2) + window.scrollY}px`;
      label.style.maxWidth = isInMargin ? "" : `${room}px`;
    }
  }

  #showTip(target: EventTarget | null): void {
    const marked = target instanceof Element ? target.closest(`[${mark}]`) : null;
    this.#tip.hidden = marked === null;
    if (marked === null) return;
    this.#tip.textContent = marked.getAttribute(mark);
    const { left, bottom } = marked.getBoundingClientRect();
    this.#tip.style.left = `${Math.min(left, window.innerWidth - 320) + window.scrollX}px`;
    this.#tip.style.top = `${bottom + 6 + window.scrollY}px`;
  }
}

function textOf({ message, hint }: Problem): string {
  return (hint === null ? message : `${message} — ${hint}`).replaceAll("`", "");
}

/** The finding may be about the same address on another page: this page has the anchor. */
function isThere(address: string): boolean {
  return address.startsWith("#") && document.getElementById(decodeURIComponent(address.slice(1))) !== null;
}
