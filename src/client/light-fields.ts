import { highlight, rangeIn } from "./dom.ts";

/*
 * Highlights fields and lines of samples together: pointing at one highlights the other. CSS highlights are used, so
 * nothing moves.
 */

/** Handles the event that loaded this file, and all later ones. */
export function lightFields(event: Event): void {
  // Older browsers lack CSS highlights.
  if (!("highlights" in CSS)) return;
  addEventListener("pointermove", follow);
  addEventListener("focusin", follow);
  follow(event);
}

interface Lit {
  key: string;
  parts: readonly HTMLElement[];
  scrolled: readonly HTMLElement[];
}

const lit: Lit = { key: "", parts: [], scrolled: [] };
const samples = ".op-samples code";

function follow(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  const section = target?.closest<HTMLElement>(".op");
  const field = target?.closest<HTMLElement>(".op .props li[id]");
  const code = target?.closest<HTMLElement>(samples);
  if (section && field) light(section, pathOf(field), null);
  else if (section && code && event instanceof PointerEvent) light(section, pathAt(code, section, event), code);
  else clearLit("");
}

function light(section: HTMLElement, path: readonly string[], code: HTMLElement | null): void {
  const key = path.length === 0 ? "" : [section.id, code === null, ...path].join("\n");
  if (key === lit.key) return;
  clearLit(key);
  if (key === "") return;
  const codes = [...section.querySelectorAll<HTMLElement>(samples)].filter((shown) => shown.checkVisibility());
  const ranges = codes.map((shown) => rangesOf(shown, section, path));
  highlight("lit", ranges.flat());
  if (code === null) lit.scrolled = codes.filter((shown, index) => bringIntoView(shown, ranges[index]?.[0]));
  else lit.parts = fieldsOf(section, path, code);
  for (const part of lit.parts) part.dataset["lit"] = "";
}

function clearLit(next: string): void {
  lit.key = next;
  highlight("lit", []);
  for (const part of lit.parts) delete part.dataset["lit"];
  for (const code of lit.scrolled) code.parentElement?.scrollTo(0, 0);
  lit.parts = lit.scrolled = [];
}

function pathOf(field: HTMLElement): readonly string[] {
  const holder = field.parentElement?.closest<HTMLElement>(".op .props li[id]");
  return [...(holder ? pathOf(holder) : []), field.querySelector(":scope > .name")?.textContent ?? ""];
}

function pathAt(code: HTMLElement, section: HTMLElement, { clientX, clientY }: PointerEvent): readonly string[] {
  // Safari lacks the first function, Firefox the second.
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  const range = caret ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const [node, offset] = caret ? [caret.offsetNode, caret.offset] : [range?.startContainer, range?.startOffset];
  if (!node || !code.contains(node)) return [];
  const before = new Range();
  before.selectNodeContents(code);
  before.setEnd(node, offset ?? 0);
  const { length } = before.toString();
  return linesOf(code, section).find((line) => isWithin(length, line))?.path ?? [];
}

const known = new WeakMap<HTMLElement, readonly SampleLine[]>();

function linesOf(code: HTMLElement, section: HTMLElement): readonly SampleLine[] {
  const lines = known.get(code) ?? findLines(code, section);
  known.set(code, lines);
  return lines;
}

function findLines(code: HTMLElement, section: HTMLElement): readonly SampleLine[] {
  const text = code.textContent ?? "";
  if (code.closest("[data-sync]") === null) return findMembers(text);
  const fields = section.querySelectorAll(".props > li[id]:not(li li) > .name");
  const names = new Set(Array.from(fields, ({ textContent }) => textContent ?? ""));
  return findRequestLines(text, { names, address: section.querySelector(".op-path code")?.textContent ?? "" });
}

function rangesOf(code: HTMLElement, section: HTMLElement, path: readonly string[]): readonly Range[] {
  const found = linesOf(code, section).filter((line) => isSame(line.path, path));
  if (found.length === 0 && path.length > 1) return rangesOf(code, section, path.slice(0, -1));
  return found.map(({ start, length }) => rangeIn(code, start, length));
}

function isSame(first: readonly string[], second: readonly string[]): boolean {
  return first.join("\n") === second.join("\n");
}

function bringIntoView({ parentElement: pre }: HTMLElement, range: Range | undefined): boolean {
  if (pre === null || range === undefined || getComputedStyle(pre).overflowY !== "hidden") return false;
  const top = range.getBoundingClientRect().top - pre.getBoundingClientRect().top;
  // The lower edge fades out.
  if (top < pre.clientHeight - 80) return false;
  pre.scrollTop = top - pre.clientHeight / 2;
  return true;
}

function fieldsOf(section: HTMLElement, path: readonly string[], code: HTMLElement): readonly HTMLElement[] {
  const fields = [...section.querySelectorAll<HTMLElement>(".props li[id]")];
  const found = fields.filter((field) => isSame(pathOf(field), path));
  if (found.length > 0) return found.flatMap((field) => shownIn(field) ?? []);
  if (path.length > 1) return fieldsOf(section, path.slice(0, -1), code);
  const status = code.closest<HTMLElement>("[data-label]")?.dataset["label"] ?? "-";
  const responses = [...section.querySelectorAll<HTMLElement>(".responses > li")];
  return responses.filter(({ textContent }) => textContent?.startsWith(status.split(" ", 1)[0] ?? ""));
}

function shownIn(field: HTMLElement | null | undefined): HTMLElement | null {
  return !field || field.checkVisibility() ? (field ?? null) : shownIn(field.parentElement?.closest("li"));
}

/** A line of a sample about a field. */
export interface SampleLine {
  /** The names of the field and of the fields around it, from the outside in. */
  readonly path: readonly string[];
  readonly start: number;
  readonly length: number;
}

/** Finds the lines of JSON that begin with a member's name. */
export function findMembers(text: string): readonly SampleLine[] {
  const holders: { readonly indent: number; readonly name: string }[] = [];
  return Array.from(text.matchAll(member), ({ index, 0: line, 1: { length: indent } = "", 2: name = "" }) => {
    while ((holders.at(-1)?.indent ?? -1) >= indent) holders.pop();
    holders.push({ indent, name });
    return { path: holders.map((holder) => holder.name), start: index + indent, length: line.length - indent };
  });
}

/** With indentation: `"name": …`, or `name: …` and `name=…` in programs. */
const member = /^([ \t]*)["']?([\w$.-]+)["']?[ \t]*[:=].*$/gm;

/** The fields of an operation's request. */
interface RequestFields {
  /** Members of the body, parameters and headers, but no nested fields. */
  readonly names: ReadonlySet<string>;
  /** `/loads/{load_number}/`, or empty. */
  readonly address: string;
}

/**
 * Finds the lines about a request's fields in any language: members of the body, parts of the address, parameters,
 * headers and parts of forms.
 */
export function findRequestLines(text: string, { names, address }: RequestFields): readonly SampleLine[] {
  const members = findMembers(text);
  const depth = depthOfBody(members, names);
  const body = members.flatMap((line) => (line.path.length > depth ? [{ ...line, path: line.path.slice(depth) }] : []));
  const parameterLines = [...findSegments(text, address), ...[...names].flatMap((name) => findArguments(text, name))];
  return [...body, ...parameterLines.filter(({ start }) => !body.some((line) => isWithin(start, line)))];
}

/** A program nests the body: `body: JSON.stringify({`. */
function depthOfBody(members: readonly SampleLine[], names: ReadonlySet<string>): number {
  const counts = [0, 1, 2, 3].map((depth) => members.filter(({ path }) => names.has(path[depth] ?? "")).length);
  const most = Math.max(...counts);
  return most === 0 ? Infinity : counts.indexOf(most);
}

function isWithin(offset: number, { start, length }: SampleLine): boolean {
  return start <= offset && offset <= start + length;
}

function findSegments(text: string, address: string): readonly SampleLine[] {
  const parts = address.split(/\{([^}]*)\}/);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escape(part) : "([^/?&\"'`\\s]+)")).join("");
  const { indices = [] } = (parts.length > 1 && new RegExp(pattern, "d").exec(text)) || {};
  return indices.slice(1).map(([start, end] = [0, 0], index) => ({
    path: [parts[2 * index + 1] ?? ""],
    start,
    length: end - start,
  }));
}

/**
 * Finds a name in an address, in a quoted text, or by itself: `?page=1`, `"X-Trace: 1"`, `"page": "1"`,
 * `append("category", "…")`.
 */
function findArguments(text: string, name: string): readonly SampleLine[] {
  const inAddress = String.raw`(?<=[?&])${escape(name)}=[^&"'\s\`]*`;
  const inText = String.raw`(["'])${escape(name)}(?:=|: )[^\n]*?\1`;
  const alone = String.raw`(?<![\w-])["']?${escape(name)}(?:["']?\]?\s*[:=]\s*(?:(["']).*?\2|[^&"'\s,})]*)|["'],.*)`;
  return Array.from(
    text.matchAll(new RegExp([inAddress, inText, alone].join("|"), "g")),
    ({ index: start, 0: { length } }) => ({ path: [name], start, length }),
  );
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
