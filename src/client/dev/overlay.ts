import { plural } from "#shared/english.ts";
import type { Frame, LiveState, Problem, Stale } from "#shared/reload-message.ts";

import { element } from "../dom.ts";
import { underlinedIn } from "./marks.ts";
import { barStyles, createShadowRoot, overlayStyles } from "./styles.ts";

const edge = 16;

const foldKey = "docs-build.folded";

/** Shows the newest build's findings on top of the page. */
export class Overlay {
  readonly #root = createShadowRoot("docs-build-overlay", overlayStyles);
  /** Findings that the writer has seen in the open overlay, or has folded away. */
  readonly #seen: Set<string>;
  /** Leaves room for the overlay at the end of the page, so that it covers no link for good. */
  readonly #room = new CSSStyleSheet();
  #isOpen = false;
  #shown = "";

  constructor() {
    document.adoptedStyleSheets.push(this.#room);
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#root.querySelector("details")?.removeAttribute("open");
    });
    const folded: readonly string[] | null = JSON.parse(sessionStorage.getItem(foldKey) ?? "null");
    this.#seen = new Set(folded ?? []);
  }

  /** Shows the server's state, or nothing if all is well. A new finding opens the overlay. */
  show(state: LiveState): void {
    const { kind, problems } = state;
    const key = JSON.stringify({ kind, problems });
    if (key === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#shown = key;
    if (kind === "building") return this.#render(note("Building …"));
    if (problems.length === 0) {
      this.#sizes.disconnect();
      this.#root.host.remove();
      this.#room.replaceSync("");
      return;
    }
    const newProblems = problems.filter((problem) => !this.#seen.has(keyOf(problem)));
    // Warnings from before the page was opened aren't news.
    if (newProblems.some(({ severity }) => severity === "error" || !isFirst)) this.#isOpen = true;
    for (const problem of problems) this.#seen.add(keyOf(problem));
    this.#keep();
    const panel = report(state, this.#isOpen);
    // The event `toggle` comes a moment later, when the writer may have left the page already.
    const folding = new MutationObserver(() => {
      this.#isOpen = panel.open;
      this.#keep();
    });
    folding.observe(panel, { attributeFilter: ["open"] });
    this.#render(panel);
    this.#leaveRoom(panel);
    this.#sizes.observe(panel);
  }

  /** Says that the server is gone, so the page may be out of date. */
  showLost(): void {
    this.#shown = "";
    this.#render(note("The connection to docs-build is lost: this page doesn't follow your edits."));
  }

  readonly #sizes = new ResizeObserver(([entry]) => this.#leaveRoom(entry?.target));

  #leaveRoom(content: Element | undefined): void {
    const height = Math.ceil(content?.getBoundingClientRect().height ?? 0) + 2 * edge;
    this.#room.replaceSync(`html { scroll-padding-bottom: ${height}px; } body { padding-bottom: ${height}px; }`);
  }

  /** A folded overlay stays folded on the next page. */
  #keep(): void {
    if (this.#isOpen) sessionStorage.removeItem(foldKey);
    else sessionStorage.setItem(foldKey, JSON.stringify([...this.#seen]));
  }

  #render(content: HTMLElement): void {
    // During a build the room stays, so that the page doesn't move.
    this.#sizes.disconnect();
    this.#root.replaceChildren(content);
    if (!this.#root.host.isConnected) document.documentElement.append(this.#root.host);
  }
}

/** The key leaves out the position, because an edit above a finding moves it. */
function keyOf({ severity, code, message }: Problem): string {
  return [severity, code, message].join(" ");
}

function note(text: string): HTMLElement {
  return element("p", { class: "note", role: "status" }, text);
}

function report({ kind, problems }: LiveState, isOpen: boolean): HTMLDetailsElement {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const summary = element("summary");
  if (errors > 0) summary.append(element("span", { class: "count" }, plural(errors, "error")));
  if (warnings > 0) summary.append(element("span", { class: "count warn" }, plural(warnings, "warning")));
  if (kind === "broken") summary.append(element("small", {}, "You see the last good build."));
  const role = errors > 0 ? "alert" : "status";
  const panel = element("details", { class: "panel", role }, summary, element("ol", {}, ...problems.map(toItem)));
  panel.open = isOpen;
  return panel;
}

function toItem({ severity, place, editorUrl, message, hint, code, frame, stack }: Problem): HTMLElement {
  const head = element("p", {}, element("b", {}, ...withCode(capitalized(message))));
  if (place !== null)
    head.append(element("a", { class: "place", ...(editorUrl !== null && { href: editorUrl }) }, place));
  head.append(element("span", { class: "rule" }, code));
  const row = element("li", { class: severity }, head);
  if (frame !== null) row.append(linesOf(frame, message));
  if (stack !== null) row.append(element("pre", { class: "stack" }, stack));
  if (hint !== null) row.append(element("p", { class: "fix" }, ...toFix(hint)));
  return row;
}

function linesOf({ lines, line, column }: Frame, message: string): HTMLElement {
  const rows = lines.map(({ number, text }) => {
    const gutter = element("i", {}, String(number));
    if (number !== line) return element("span", {}, gutter, text);
    const [before, fault, after] = underlinedIn(text, column, message);
    return element("span", { class: "hit" }, gutter, before, element("u", {}, fault), after);
  });
  return element("pre", {}, ...rows);
}

function toFix(hint: string): readonly (string | HTMLElement)[] {
  const [, address] = /^try (\S+)$/.exec(hint) ?? [];
  return address === undefined ? withCode(capitalized(hint)) : ["Try ", element("code", {}, address)];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withCode(text: string): readonly (string | HTMLElement)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : element("code", {}, part)));
}

/** A bar at the top of the page that names the parts which are out of date, and since when. */
export class StaleBar {
  readonly #root = createShadowRoot("docs-build-stale", barStyles);

  show(stale: readonly Stale[]): void {
    const { host } = this.#root;
    this.#root.replaceChildren(...stale.map((state) => element("p", { role: "status" }, sentenceOf(state))));
    if (stale.length === 0) host.remove();
    else if (!host.isConnected) document.documentElement.prepend(host);
  }
}

function sentenceOf({ file, template, since }: Stale): string {
  const time = new Date(since).toLocaleTimeString();
  if (template !== undefined) return `You see this page as it was before ${time}: since then, ${template} fails on it.`;
  return `${nameOf(file)} before ${time}: since then, ${file} can't be read or shown.`;
}

function nameOf(file: string): string {
  if (file.endsWith(".md")) return "You see this page as it was";
  return file.startsWith("openapi/") ? "You see the contract as it was" : "You see the settings as they were";
}
