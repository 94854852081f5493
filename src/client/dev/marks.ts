import type { Frame, Problem } from "#shared/reload-message.ts";

import { element, highlight, rangeIn, textsIn } from "../dom.ts";
import { createShadowRoot, layerStyles, pageStyles, toSheet } from "./styles.ts";

const mark = "data-docs-build-finding";
const addressed = "a[href], area[href], img[src], source[src], iframe[src]";

interface Note extends PageRange {
  readonly label: HTMLElement;
  /** True for a line of a sample, which has room after it. */
  readonly isLine: boolean;
}

/** In pixels. A finding with less room is shown as a mark. */
const leastRoom = 120;

/** In pixels. */
const markSize = 12;

/**
 * Shows findings at their places in the page: a broken link is struck through and shows its finding on hover and focus,
 * and a line of a sample has its finding beside it. Only attributes of the page's elements change, because patches of
 * the page find elements by their order.
 */
export class Marks {
  readonly #root = createShadowRoot("docs-build-marks", layerStyles);
  readonly #tip = element("p", { class: "tip", role: "tooltip" });
  #problems: readonly Problem[] = [];
  #notes: readonly Note[] = [];
  #isWaiting = false;

  constructor() {
    document.adoptedStyleSheets.push(toSheet(pageStyles));
    for (const event of ["mouseover", "focusin"] as const)
      document.addEventListener(event, ({ target }) => this.#showTip(target));
    new ResizeObserver(() => this.#placeNotes()).observe(document.body);
    // An opening tab or section moves the content below it.
    for (const event of ["change", "toggle"] as const)
      document.addEventListener(event, () => requestAnimationFrame(() => this.#placeNotes()), true);
  }

  show(problems: readonly Problem[]): void {
    if (JSON.stringify(problems) === JSON.stringify(this.#problems)) return;
    this.#problems = problems;
    this.renew();
  }

  renew(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    // Runs once for all changes of a message, after the page is painted.
    setTimeout(() => {
      this.#isWaiting = false;
      this.#mark();
    });
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
      const range = problem.addresses.length > 0 ? null : findRange(problem, notes);
      if (range === null) continue;
      const label = element("button", { class: `note ${problem.severity}`, type: "button" }, textOf(problem));
      notes.push({ ...range, label, isLine: range.line !== range.words });
    }
    this.#notes = notes;
    this.#root.replaceChildren(this.#tip, ...this.#notes.map(({ label }) => label));
    highlight(
      "docs-build-finding",
      this.#notes.map(({ words }) => words),
    );
    const { host } = this.#root;
    if (this.#notes.length === 0 && byAddress.size === 0) host.remove();
    else if (!host.isConnected) document.documentElement.append(host);
    this.#placeNotes();
  }

  /**
   * Puts a finding after its line of a sample if there's room. Otherwise it's a mark in the margin that opens on hover
   * and focus, so that it never covers the page's words.
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
      const neighborCount = tops.filter((top) => Math.abs(top - rectangle.top) < markSize).length;
      tops.push(rectangle.top);
      label.classList.toggle("in-margin", isInMargin);
      label.style.left = `${left + window.scrollX}px`;
      label.style.top = `${rectangle.top + neighborCount * (markSize + 2) + window.scrollY}px`;
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

/** The finding may be about the same address on another page, if this page has the anchor. */
function isThere(address: string): boolean {
  return address.startsWith("#") && document.getElementById(decodeURIComponent(address.slice(1))) !== null;
}

/** The words of a finding in the page, with their line of code or themselves as its element. */
interface PageRange {
  readonly words: Range;
  readonly line: Range;
}

/**
 * Finds the place of a finding in the page: a line of code that equals the file's line, or the first text of a rejected
 * link that no earlier finding has. Null if there's neither, because a page doesn't know its source's lines.
 */
function findRange({ isOfPage, frame, message }: Problem, notes: readonly PageRange[]): PageRange | null {
  const main = document.querySelector("main");
  if (!isOfPage || frame === null || main === null) return null;
  const inCode = findLine(main, frame, message);
  if (inCode !== null) return inCode;
  const words = findLinkText(main, frame, notes);
  return words && { words, line: words };
}

function findLine(main: Element, frame: Frame, message: string): PageRange | null {
  const textAt = (line: number): string => frame.lines.find(({ number }) => number === line)?.text ?? "";
  // A finding about a whole block is shown at its first line.
  const at = /^\s*(?:```|~~~)/.test(textAt(frame.line)) ? frame.line + 1 : frame.line;
  const own = textAt(at);
  const wanted = frame.lines.map(({ number, text }) => ({ offset: number - at, text: text.trim() }));
  const candidates = [...main.querySelectorAll("pre code")].flatMap((code) => {
    const lines = (code.textContent ?? "").split("\n");
    return lines.flatMap((line, index) => {
      if (line.trim() !== own.trim()) return [];
      const score = wanted.filter(({ offset, text }) => lines[index + offset]?.trim() === text).length;
      return [{ code, score, line, start: lines.slice(0, index).join("\n").length + (index > 0 ? 1 : 0) }];
    });
  });
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || own.trim() === "") return null;
  const shift = best.line.indexOf(own.trim()) - own.indexOf(own.trim());
  const column = at === frame.line ? Math.max(1, frame.column + shift) : 1 + best.line.indexOf(own.trim());
  const [before, fault] = underlinedIn(best.line, column, message);
  return {
    words: rangeIn(best.code, best.start + before.length, fault.length),
    line: rangeIn(best.code, best.start, best.line.length),
  };
}

/** A rejected link is published as plain text. */
function findLinkText(main: Element, { lines, line, column }: Frame, notes: readonly PageRange[]): Range | null {
  const source = lines.find(({ number }) => number === line)?.text ?? "";
  const [, label = ""] = /^\[([^\]]+)\]\(/.exec(source.slice(column - 1)) ?? [];
  const text = label.replace(/[*_`]/g, "");
  if (text === "") return null;
  for (const node of textsIn(main)) {
    if (node.parentElement?.closest("a, pre, nav, button") !== null) continue;
    const ends = notes.flatMap(({ words }) => (words.startContainer === node ? [words.endOffset] : []));
    const start = node.data.indexOf(text, Math.max(0, ...ends));
    if (start >= 0) return rangeIn(node, start, text.length);
  }
  return null;
}

/**
 * Splits a line into three parts, with the finding's subject in the middle: the words that the message quotes, if
 * they're at the column (counted from 1) or after it, or else the word at the column.
 */
export function underlinedIn(line: string, column: number, message: string): readonly [string, string, string] {
  const quoted = Array.from(message.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
  const matches = quoted.map((text) => ({ text, start: line.indexOf(text, column - 1) }));
  const { text = "", start = column - 1 } = matches.find((match) => match.start >= 0) ?? {};
  const fault = text === "" ? (token.exec(line.slice(start))?.[0] ?? line.slice(start, start + 1)) : text;
  return [line.slice(0, start), fault, line.slice(start + fault.length)];
}

/** A whole link, string or word. */
const token = /^(?:!?\[[^\]]*\]\([^)]*\)|"[^"]*"|[^\s,;:()[\]{}]+)/;
