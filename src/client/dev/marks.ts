import type { Frame, Problem } from "#shared/reload-message.ts";

import { element, highlight, rangeIn, textsIn } from "../dom.ts";
import { createShadowRoot, layerStyles, pageStyles, toSheet } from "./styles.ts";

const mark = "data-docs-build-finding";
const addressed = "a[href], area[href], img[src], source[src], iframe[src]";

/** The words of a finding in the page, in their line of a sample or in the text. */
interface FoundWords {
  readonly words: Range;
  /** Null in the text. */
  readonly line: Range | null;
}

interface Note extends FoundWords {
  readonly label: HTMLElement;
}

/** In pixels. A finding with less room is shown as a mark. */
const leastRoom = 120;

/** In pixels. */
const markSize = 12;

/**
 * Shows findings where they are in the page: a broken link is underlined and has its finding as its title, and a line
 * of a sample has its finding beside it. Only attributes of the page's elements change, because patches of the page find
 * elements by their order.
 */
export class Marks {
  readonly #root = createShadowRoot("docs-build-marks", layerStyles);
  #notes: readonly Note[] = [];

  constructor() {
    document.adoptedStyleSheets.push(toSheet(pageStyles));
    new ResizeObserver(() => this.#arrange()).observe(document.body);
    // An opening tab or section moves the content below it.
    for (const event of ["change", "toggle"] as const)
      document.addEventListener(event, () => requestAnimationFrame(() => this.#arrange()), true);
  }

  show(problems: readonly Problem[]): void {
    markAddresses(problems);
    const notes: Note[] = [];
    for (const problem of problems.filter(({ addresses }) => addresses.length === 0)) {
      const found = findWords(problem, notes);
      const label = element("button", { class: `note ${problem.severity}`, type: "button" }, textOf(problem));
      if (found !== null) notes.push({ ...found, label });
    }
    this.#notes = notes;
    this.#root.replaceChildren(...notes.map(({ label }) => label));
    highlight(
      "docs-build-finding",
      notes.map(({ words }) => words),
    );
    const { host } = this.#root;
    if (notes.length === 0) host.remove();
    else if (!host.isConnected) document.documentElement.append(host);
    this.#arrange();
  }

  /**
   * Puts a finding after its line of a sample if there's room. Otherwise it's a mark in the margin that opens on hover
   * and focus, so that it never covers the page's words.
   */
  #arrange(): void {
    const tops: number[] = [];
    for (const { words, line, label } of this.#notes) {
      const rectangle = [...(line ?? words).getClientRects()].at(-1);
      const parent = words.startContainer.parentElement;
      label.hidden = rectangle === undefined || rectangle.width === 0;
      if (rectangle === undefined || parent === null) continue;
      const edge = parent.closest("figure, pre")?.getBoundingClientRect().right ?? 0;
      const room = edge - rectangle.right - 12;
      const isInMargin = line === null || room < leastRoom;
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
}

/** An author's own title stays. */
function markAddresses(problems: readonly Problem[]): void {
  for (const marked of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
    if (marked.title === marked.getAttribute(mark)) marked.removeAttribute("title");
    marked.removeAttribute(mark);
  }
  for (const found of document.querySelectorAll<HTMLElement>(addressed)) {
    const address = found.getAttribute("href") ?? found.getAttribute("src") ?? "";
    const problem = problems.find(({ addresses }) => addresses.includes(address));
    if (problem === undefined || isThere(address)) continue;
    found.setAttribute(mark, textOf(problem));
    found.title ||= textOf(problem);
  }
}

function textOf({ message, hint }: Problem): string {
  return (hint === null ? message : `${message} — ${hint}`).replaceAll("`", "");
}

/** The finding may be about the same address on another page, if this page has the anchor. */
function isThere(address: string): boolean {
  return address.startsWith("#") && document.getElementById(decodeURIComponent(address.slice(1))) !== null;
}

/**
 * Finds a finding's line of a sample, or else the first text of a rejected link that no earlier finding has. Null if
 * there's neither, because a page doesn't know its source's lines.
 */
function findWords({ isOfPage, frame, message }: Problem, notes: readonly Note[]): FoundWords | null {
  const main = document.querySelector("main");
  if (!isOfPage || frame === null || main === null) return null;
  const inSample = findLine(main, frame, message);
  if (inSample !== null) return inSample;
  const words = findLinkText(main, frame, notes);
  return words && { words, line: null };
}

function findLine(main: Element, { lines, line, column }: Frame, message: string): FoundWords | null {
  const textAt = (number: number): string => lines.find((known) => known.number === number)?.text ?? "";
  // A finding about a whole block is shown at its first line.
  const isOfBlock = /^\s*(?:```|~~~)/.test(textAt(line));
  const number = isOfBlock ? line + 1 : line;
  const source = textAt(number);
  const own = source.trim();
  if (own === "") return null;
  const candidates = [...main.querySelectorAll("pre code")].flatMap((code) => {
    const shown = (code.textContent ?? "").split("\n");
    return shown.flatMap((text, index) => {
      if (text.trim() !== own) return [];
      const start = shown.slice(0, index).reduce((length, before) => length + before.length + 1, 0);
      // Of several such lines, it's the one between the same lines.
      const score = lines.filter((near) => shown[index + near.number - number]?.trim() === near.text.trim()).length;
      return [{ code, text, start, score }];
    });
  });
  const [best] = candidates.sort((a, b) => b.score - a.score);
  if (best === undefined) return null;
  // A sample in a list is indented in the source.
  const indent = best.text.indexOf(own);
  const offset = isOfBlock ? 0 : Math.max(0, column - 1 - source.indexOf(own));
  const [before, fault] = underlinedIn(best.text, 1 + indent + offset, message);
  return {
    words: rangeIn(best.code, best.start + before.length, fault.length),
    line: rangeIn(best.code, best.start, best.text.length),
  };
}

/** A rejected link is published as plain text. */
function findLinkText(main: Element, { lines, line, column }: Frame, notes: readonly Note[]): Range | null {
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
