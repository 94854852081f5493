import { plural } from "#shared/format-diagnostic.ts";
import type { Frame, LiveState, Problem } from "#shared/reload-message.ts";

import { element, withCode } from "./elements.ts";
import { overlayStyles } from "./overlay-styles.ts";
import { underlinedIn } from "./underline.ts";

/** How far the overlay is from the window's edge, in pixels. */
const edge = 16;

const foldKey = "docs-build.folded";

/** Shows on top of the page what is wrong with the newest build. It lives in a shadow root: neither styles the other. */
export class Overlay {
  readonly #host = document.createElement("docs-build-overlay");
  readonly #root = this.#host.attachShadow({ mode: "open" });
  /** The findings that the writer has seen while the overlay was open, or has folded away. */
  readonly #seen: Set<string>;
  /** What leaves room for it below the page, so that no link stays under it. */
  readonly #room = new CSSStyleSheet();
  #isOpen = false;
  #shown = "";

  constructor() {
    const styles = new CSSStyleSheet();
    styles.replaceSync(overlayStyles);
    this.#root.adoptedStyleSheets = [styles];
    document.adoptedStyleSheets.push(this.#room);
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#root.querySelector("details")?.removeAttribute("open");
    });
    const folded: readonly string[] | null = JSON.parse(sessionStorage.getItem(foldKey) ?? "null");
    this.#seen = new Set(folded ?? []);
  }

  /** Shows a state of the server; nothing when all is well. It opens with a finding that is new. */
  show(state: LiveState): void {
    const { kind, problems } = state;
    const key = JSON.stringify({ kind, problems });
    if (key === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#shown = key;
    if (kind === "building") return this.#place(note("Building …"));
    if (problems.length === 0) {
      this.#sizes.disconnect();
      this.#host.remove();
      this.#room.replaceSync("");
      return;
    }
    const news = problems.filter((problem) => !this.#seen.has(keyOf(problem)));
    // Warnings that were there before the page was opened are no news.
    if (news.some(({ severity }) => severity === "error" || !isFirst)) this.#isOpen = true;
    for (const problem of problems) this.#seen.add(keyOf(problem));
    this.#keep();
    const panel = report(state, this.#isOpen);
    panel.addEventListener("toggle", () => {
      this.#isOpen = panel.open;
      this.#keep();
    });
    this.#place(panel);
    this.#leaveRoom(panel);
    this.#sizes.observe(panel);
  }

  /** Says that the server is gone: the page may be stale from here on. */
  showLost(): void {
    this.#shown = "";
    this.#place(note("The connection to docs-build is lost: this page does not follow your edits."));
  }

  readonly #sizes = new ResizeObserver(([entry]) => this.#leaveRoom(entry?.target));

  #leaveRoom(content: Element | undefined): void {
    const height = Math.ceil(content?.getBoundingClientRect().height ?? 0) + 2 * edge;
    this.#room.replaceSync(`html { scroll-padding-bottom: ${height}px; } body { padding-bottom: ${height}px; }`);
  }

  /** What is folded stays folded on the next page. */
  #keep(): void {
    if (this.#isOpen) sessionStorage.removeItem(foldKey);
    else sessionStorage.setItem(foldKey, JSON.stringify([...this.#seen]));
  }

  #place(content: HTMLElement): void {
    // A build that is under way leaves the room as it is, and so the page where it is.
    this.#sizes.disconnect();
    this.#root.replaceChildren(content);
    // Beside the body: what the server changes in the body never meets it.
    if (!this.#host.isConnected) document.documentElement.append(this.#host);
  }
}

/** Wherever it is: an edit above a finding moves it. */
function keyOf({ severity, code, message }: Problem): string {
  return [severity, code, message].join(" ");
}

function note(text: string): HTMLElement {
  return element("p", { className: "note", role: "status" }, text);
}

function report({ kind, problems }: LiveState, isOpen: boolean): HTMLDetailsElement {
  const panel = document.createElement("details");
  const errors = problems.filter(({ severity }) => severity === "error").length;
  panel.className = "panel";
  panel.open = isOpen;
  panel.setAttribute("role", errors > 0 ? "alert" : "status");
  const summary = element("summary", {});
  const warnings = problems.length - errors;
  if (errors > 0) summary.append(element("span", { className: "count" }, plural(errors, "error")));
  if (warnings > 0) summary.append(element("span", { className: "count warn" }, plural(warnings, "warning")));
  if (kind === "broken") summary.append(element("small", {}, "You see the last good build."));
  const items = element("ol", {});
  items.append(...problems.map(item));
  panel.append(summary, items);
  return panel;
}

function item({ severity, place, editorUrl, message, hint, code, frame, stack }: Problem): HTMLElement {
  const row = element("li", { className: severity });
  const head = element("p", {});
  const sentence = element("b", {});
  sentence.append(...withCode(message.charAt(0).toUpperCase() + message.slice(1)));
  head.append(sentence);
  if (place !== null) {
    const link = element("a", { className: "place" }, place);
    if (editorUrl !== null) link.setAttribute("href", editorUrl);
    head.append(link);
  }
  head.append(element("span", { className: "rule" }, code));
  row.append(head);
  if (frame !== null) row.append(linesOf(frame, message));
  if (stack !== null) row.append(element("pre", { className: "stack" }, stack));
  if (hint !== null) row.append(fix(hint));
  return row;
}

function linesOf(frame: Frame, message: string): HTMLElement {
  const block = element("pre", {});
  for (const { number, text } of frame.lines) {
    const isHit = number === frame.line;
    const line = element("span", isHit ? { className: "hit" } : {});
    line.append(element("i", {}, String(number)));
    if (isHit) {
      const [before, fault, after] = underlinedIn(text, frame.column, message);
      line.append(before, element("u", {}, fault), after);
    } else line.append(text);
    block.append(line);
  }
  return block;
}

/** What to do: `try /authentication` has its address set as code. */
function fix(hint: string): HTMLElement {
  const line = element("p", { className: "fix" });
  const [, address] = /^try (\S+)$/.exec(hint) ?? [];
  if (address === undefined) line.append(...withCode(hint.charAt(0).toUpperCase() + hint.slice(1)));
  else line.append("Try ", element("code", {}, address));
  return line;
}
