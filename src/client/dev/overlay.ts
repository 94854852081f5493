import { plural } from "#shared/format-diagnostic.ts";
import type { LiveMessage, LiveState, Problem } from "#shared/reload-message.ts";

/** Shows on top of the page what is wrong with the newest build. It lives in a shadow root: neither styles the other. */
export class Overlay {
  readonly #host = document.createElement("docs-build-overlay");
  readonly #root = this.#host.attachShadow({ mode: "open" });
  #shown = "";

  constructor() {
    const styles = new CSSStyleSheet();
    styles.replaceSync(overlayStyles);
    this.#root.adoptedStyleSheets = [styles];
  }

  /** Shows a state of the server; nothing when all is well. */
  show({ kind, problems }: LiveState | LiveMessage): void {
    const state = JSON.stringify({ kind, problems });
    if (state === this.#shown) return;
    this.#shown = state;
    if (kind === "building") this.#place(note("Building …"));
    else if (problems.length === 0) this.#host.remove();
    else this.#place(report(kind, problems));
  }

  /** Says that the server is gone: the page may be stale from here on. */
  showLost(): void {
    this.#shown = "";
    this.#place(note("The connection to docs-build is lost: this page does not follow your edits."));
  }

  #place(content: HTMLElement): void {
    this.#root.replaceChildren(content);
    // Beside the body: what the server changes in the body never meets it.
    if (!this.#host.isConnected) document.documentElement.append(this.#host);
  }
}

function note(text: string): HTMLElement {
  return element("p", { className: "note", role: "status" }, text);
}

function report(kind: LiveState["kind"], problems: readonly Problem[]): HTMLElement {
  const isBroken = kind === "broken" || problems.some(({ severity }) => severity === "error");
  const panel = element("details", {
    className: isBroken ? "panel error" : "panel",
    role: isBroken ? "alert" : "status",
  });
  if (panel instanceof HTMLDetailsElement) panel.open = isBroken;
  const heading = kind === "broken" ? `${count(problems)}. You see the last good build.` : count(problems);
  panel.append(element("summary", {}, heading), list(problems));
  return panel;
}

function list(problems: readonly Problem[]): HTMLElement {
  const items = element("ol", {});
  items.append(...problems.map(item));
  return items;
}

function item({ severity, place, editorUrl, message, hint, code, frame }: Problem): HTMLElement {
  const row = element("li", { className: severity });
  const head = element("p", {});
  if (place !== null) {
    const link = element("a", { className: "place" }, place);
    if (editorUrl !== null) link.setAttribute("href", editorUrl);
    head.append(link, " ");
  }
  head.append(message, ...(hint === null ? [] : [` — ${hint}`]), " ", element("code", {}, code));
  row.append(head, ...(frame === null ? [] : [element("pre", {}, frame)]));
  return row;
}

function count(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const parts = [errors > 0 ? [plural(errors, "error")] : [], warnings > 0 ? [plural(warnings, "warning")] : []];
  return parts.flat().join(", ");
}

function element(
  name: string,
  { className = "", role = "" }: { className?: string; role?: string },
  text = "",
): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (role !== "") made.setAttribute("role", role);
  made.textContent = text;
  return made;
}

/** The overlay's styles, the same in both color modes. A script's own style sheet: the page's policy allows it. */
const overlayStyles = `
:host {
  all: initial;
  position: fixed;
  inset: auto 0 0 0;
  z-index: 2147483647;
  display: flex;
  justify-content: flex-end;
  padding: 12px;
  pointer-events: none;
  font: 14px/1.5 system-ui, sans-serif;
  color: #e8edf4;
  color-scheme: dark;
}
.note, .panel {
  pointer-events: auto;
  box-sizing: border-box;
  max-width: 100%;
  margin: 0;
  background: #10182a;
  border: 1px solid #34415e;
  border-left: 4px solid #e0a52e;
  border-radius: 8px;
  box-shadow: 0 8px 32px rgb(0 0 0 / 35%);
}
.note { padding: 8px 14px; }
.error { width: 100%; border-left-color: #ff6b6b; }
summary { padding: 8px 14px; cursor: pointer; font-weight: 600; }
ol { list-style: none; margin: 0; padding: 0 14px 6px; max-height: 50vh; overflow: auto; }
li { padding: 8px 0; border-top: 1px solid #26314a; }
p { margin: 0; }
.place { color: #7fd6d0; font-weight: 600; overflow-wrap: anywhere; }
.error .place { color: #ff9d9d; }
li.warning .place { color: #f0c674; }
code { color: #97a5bf; font: 12px ui-monospace, monospace; }
pre {
  margin: 6px 0 0;
  padding: 8px 10px;
  overflow: auto;
  border-radius: 6px;
  background: #0a101d;
  font: 13px/1.5 ui-monospace, monospace;
}
a:focus-visible, summary:focus-visible { outline: 2px solid #7fd6d0; outline-offset: 2px; }
`;
