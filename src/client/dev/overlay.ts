import { plural } from "#shared/english.ts";
import type { Frame, LiveState, Problem, Stale } from "#shared/reload-message.ts";

import { element } from "../dom.ts";
import { underlinedIn } from "./marks.ts";
import { barStyles, createShadowRoot, overlayStyles } from "./styles.ts";

const foldKey = "docs-build.folded";

/**
 * Shows the newest build's findings. It's the page's last element and sticks to the window's bottom, so it covers no
 * link for good.
 */
export class Overlay {
  readonly #root = createShadowRoot("docs-build-overlay", overlayStyles);
  /** Findings that the writer has seen in the open overlay, or has folded away. */
  readonly #seen = new Set<string>(JSON.parse(sessionStorage.getItem(foldKey) ?? "[]"));
  #shown = "";

  constructor() {
    // The page's styles leave room below what has the focus.
    const { host } = this.#root;
    this.#root.addEventListener("toggle", () => host.toggleAttribute("data-open", this.#panel?.open === true), true);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#panel?.removeAttribute("open"));
    // A folded overlay stays folded on the next page.
    window.addEventListener("pagehide", () => {
      if (this.#panel?.open === false) sessionStorage.setItem(foldKey, JSON.stringify([...this.#seen]));
      else sessionStorage.removeItem(foldKey);
    });
  }

  get #panel(): HTMLDetailsElement | null {
    return this.#root.querySelector("details");
  }

  /** Shows the server's state, or nothing if all is well. A new finding opens the overlay. */
  show(state: LiveState): void {
    const { kind, problems } = state;
    const key = JSON.stringify({ kind, problems });
    if (key === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#shown = key;
    if (kind === "building") return this.#say("Building …");
    const newProblems = problems.filter((problem) => !this.#seen.has(keyOf(problem)));
    // Warnings from before the page was opened aren't news.
    const hasNews = newProblems.some(({ severity }) => severity === "error" || !isFirst);
    if (problems.length === 0) this.#seen.clear();
    for (const problem of problems) this.#seen.add(keyOf(problem));
    this.#render(problems.length === 0 ? [] : [report(state, hasNews || this.#panel?.open === true)]);
  }

  /** Says that the server is gone, so the page may be out of date. */
  showLost(): void {
    this.#shown = "";
    this.#say("The connection to docs-build is lost: this page doesn't follow your edits.");
  }

  /** Earlier findings stay meanwhile, so that the page doesn't move. */
  #say(text: string): void {
    const remark = this.#root.querySelector("small");
    if (remark === null) this.#render([element("p", { role: "status" }, text)]);
    else remark.textContent = text;
  }

  #render(content: readonly HTMLElement[]): void {
    const { host } = this.#root;
    this.#root.replaceChildren(...content);
    if (content.length === 0) host.remove();
    else if (!host.isConnected) document.documentElement.append(host);
  }
}

/** The key leaves out the position, because an edit above a finding moves it. */
function keyOf({ severity, code, message }: Problem): string {
  return [severity, code, message].join(" ");
}

function report({ kind, problems }: LiveState, isOpen: boolean): HTMLElement {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const summary = element("summary");
  if (errors > 0) summary.append(element("span", { class: "count" }, plural(errors, "error")));
  if (warnings > 0) summary.append(element("span", { class: "count warn" }, plural(warnings, "warning")));
  summary.append(element("small", { role: "status" }, kind === "broken" ? "You see the last good build." : ""));
  const panel = element("details", { role: errors > 0 ? "alert" : "status" }, summary);
  panel.append(element("ol", {}, ...problems.map(toItem)));
  panel.open = isOpen;
  return panel;
}

function toItem({ severity, position, editorUrl, message, hint, code, frame, stack }: Problem): HTMLElement {
  const head = element("p", {}, element("b", {}, ...withCode(capitalized(message))));
  if (position !== null)
    head.append(element("a", { class: "position", ...(editorUrl !== null && { href: editorUrl }) }, position));
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
