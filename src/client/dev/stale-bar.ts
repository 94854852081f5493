import type { Stale } from "#shared/reload-message.ts";

import { element } from "./elements.ts";

/** Says above the page what of it is shown as it was, and since when. */
export class StaleBar {
  readonly #host = document.createElement("docs-build-stale");
  readonly #root = this.#host.attachShadow({ mode: "open" });

  constructor() {
    const styles = new CSSStyleSheet();
    styles.replaceSync(barStyles);
    this.#root.adoptedStyleSheets = [styles];
  }

  show(stale: readonly Stale[]): void {
    this.#root.replaceChildren(...stale.map((one) => element("p", { role: "status" }, sentenceOf(one))));
    // Beside the body: what the server changes in the body never meets it.
    if (stale.length === 0) this.#host.remove();
    else if (!this.#host.isConnected) document.documentElement.prepend(this.#host);
  }
}

function sentenceOf({ file, since }: Stale): string {
  const time = new Date(since).toLocaleTimeString();
  return `${nameOf(file)} as it was before ${time}: since then, ${file} cannot be read or shown.`;
}

function nameOf(file: string): string {
  if (file.endsWith(".md")) return "You see this page";
  return file.startsWith("openapi/") ? "You see the contract" : "You see the settings";
}

const barStyles = `
:host {
  all: initial;
  display: block;
  position: sticky;
  top: 0;
  z-index: 2147483645;
  font: 14px/1.5 system-ui, sans-serif;
}
p { margin: 0; padding: 8px 16px; background: #3d3115; color: #f0c674; text-align: center; }
p + p { border-top: 1px solid #6b5520; }
`;
