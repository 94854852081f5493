import { decodePercent } from "#shared/percent.ts";

/*
 * A schema is on the page only once, in its own section. A response's fold links to it, and is filled from there when
 * it opens. Folds within the copy open the same way, as deep as a reader likes.
 */

const unfilled = "details[data-anchor]";
/** The text of a section, without the samples beside it. */
const text = ":scope > .op-text";

/** Fills a fold with copies of the linked section's content, whose anchors are below its own. */
export function fillFold(fold: EventTarget | null): void {
  if (!(fold instanceof HTMLElement) || !fold.matches(unfilled)) return;
  const anchor = fold.dataset["anchor"] ?? "";
  const [link] = fold.querySelectorAll("p a");
  const section = link === undefined ? null : linkedBy(link);
  fold.removeAttribute("data-anchor");
  if (link === undefined || section === null) return;
  const members = section.querySelectorAll(`${text} > :is(.props, .kind, .rest)`);
  const copies = Array.from(members, (member) => document.importNode(member, true));
  for (const copy of copies) giveAnchors(copy, section.id, anchor);
  link.parentElement?.replaceWith(...copies);
  for (const entry of fold.querySelectorAll("li")) showUsed(entry, anchor);
}

/** Fills the folds that lead to an anchor, which exists only then. Null if it leads nowhere. */
export function fillOnTheWay(id: string): HTMLElement | null {
  const found = document.getElementById(id);
  const folds = found === null ? [...document.querySelectorAll<HTMLElement>(unfilled)] : [];
  const next = folds.find(({ dataset }) => id.startsWith(`${dataset["anchor"]}~`));
  if (next === undefined) return found;
  fillFold(next);
  return fillOnTheWay(id);
}

function linkedBy(link: Element): HTMLElement | null {
  return document.getElementById(decodePercent(link.getAttribute("href")?.slice(1) ?? "") ?? "");
}

/** `schema-load.weight` becomes `get-loads~200~weight`. */
function giveAnchors(copy: Element, from: string, to: string): void {
  for (const part of copy.querySelectorAll("[id]")) {
    part.id = to + part.id.slice(from.length).replace(/^\./, "~");
    part.querySelector(":scope > .name")?.setAttribute("href", `#${encodeURIComponent(part.id)}`);
  }
}

function showUsed(entry: HTMLLIElement, anchor: string): void {
  const [link, ...furtherLinks] = entry.querySelectorAll(":scope > i > a");
  // A schema that the entry describes says more than its name, so its description stays.
  const isComposite = furtherLinks.length > 0 || entry.querySelector(":scope > details") !== null;
  const section = link === undefined || isComposite ? null : linkedBy(link);
  if (link === undefined || section === null) return;
  const lists = section.querySelectorAll(`${text} > :is(.values, .meanings)`);
  const more = section.querySelector(`${text} > details > summary:has(+ [id])`);
  for (const list of lists) entry.append(document.importNode(list, true));
  if (more !== null) {
    const values = document.createElement("a");
    values.href = `#${more.nextElementSibling?.id}`;
    values.textContent = more.textContent;
    entry.append(toLine(values));
  }
  const { members } = section.dataset;
  if (members !== undefined) entry.append(toFold(link, members, anchorOf(entry, anchor)));
}

function toFold(link: Element, members: string, anchor: string): HTMLElement {
  const [fold, summary] = [document.createElement("details"), document.createElement("summary")];
  fold.dataset["anchor"] = anchor;
  summary.dataset["action"] = "unfold";
  summary.textContent = `${members} of ${link.textContent}`;
  fold.append(summary, toLine("See ", document.importNode(link, true)));
  return fold;
}

function toLine(...parts: readonly (string | Node)[]): HTMLElement {
  const line = document.createElement("p");
  line.className = "limit";
  line.append(...parts);
  return line;
}

/** An alternative has no name, so its anchor is its position in the list. */
function anchorOf(entry: HTMLLIElement, outer: string): string {
  if (entry.id !== "") return entry.id;
  const shapes = entry.parentElement;
  const owner = shapes?.closest("li[id]")?.id ?? outer;
  return `${owner}~~${[...(shapes?.children ?? [])].indexOf(entry) + 1}`;
}
