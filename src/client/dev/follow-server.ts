import type { LiveMessage } from "#shared/reload-message.ts";

import { Marks } from "./marks.ts";
import { Overlay, StaleBar } from "./overlay.ts";
import { patchPage } from "./patch-page.ts";

/* The page's side of `serve --watch`. The server adds it to pages as it sends them; builds never publish it. */

const versionMark = "script[data-docs-build-version]";
const foldsKey = "docs-build.folds";
const reloadKey = "docs-build.reload";

/** A page as the server sent it, without the mark of its version. */
interface SentPage {
  readonly version: string;
  readonly page: Document;
}

/** Keeps the page up to date with the server. */
class ServerFollower {
  readonly #overlay = new Overlay();
  readonly #marks = new Marks();
  readonly #bar = new StaleBar();
  #shown = takeVersion(document);
  /** The page as the server sent it, without what the browser has changed since. */
  #sent = fetchPage();
  #updates = Promise.resolve();
  #events: EventSource | null = null;

  /** Browsers open six connections per host, so a hidden page closes its own and catches up when it's shown. */
  connect(): void {
    this.#events?.close();
    if (document.visibilityState === "hidden") return;
    this.#events = new EventSource(`/__docs-build/events?page=${encodeURIComponent(location.pathname)}`);
    this.#events.addEventListener("message", ({ data }: MessageEvent<string>) => this.#hear(JSON.parse(data)));
    this.#events.addEventListener("error", () => this.#overlay.showLost());
  }

  #hear(message: LiveMessage): void {
    this.#overlay.show(message);
    this.#bar.show(message.stale);
    this.#updates = this.#updates
      .then(async () => this.#update(message))
      .catch(() => {
        this.#sent = fetchPage();
        this.#overlay.showLost();
      });
  }

  /** Shows the message's version of the page, or a newer one. `html` is that version if the server has sent it along. */
  async #update({ version, html, problems }: LiveMessage): Promise<void> {
    if ((version ?? "") === this.#shown) {
      sessionStorage.removeItem(reloadKey);
    } else {
      const before = await this.#sent;
      const after = html === undefined ? await fetchPage() : toSentPage(html);
      if (before.version !== this.#shown || !patchPage(document, before.page, after.page)) return reload(after.version);
      this.#shown = after.version;
      this.#sent = Promise.resolve(after);
    }
    this.#marks.show(problems);
  }
}

restoreFolds();
const follower = new ServerFollower();
document.addEventListener("visibilitychange", () => follower.connect());
window.addEventListener("pageshow", ({ persisted }) => persisted && follower.connect());
follower.connect();

async function fetchPage(): Promise<SentPage> {
  const response = await fetch(location.pathname + location.search);
  return toSentPage(await response.text());
}

function toSentPage(html: string): SentPage {
  const page = new DOMParser().parseFromString(html, "text/html");
  return { version: takeVersion(page), page };
}

function takeVersion(page: Document): string {
  const script = page.querySelector<HTMLElement>(versionMark);
  script?.remove();
  return script?.dataset["docsBuildVersion"] ?? "";
}

/** Each version reloads the page only once, because a page that still differs would reload forever. */
function reload(version: string): void {
  const reason = `${location.pathname} ${version}`;
  if (sessionStorage.getItem(reloadKey) === reason) return;
  sessionStorage.setItem(reloadKey, reason);
  const folds = [...document.querySelectorAll("details")].map((details) => [summaryOf(details), details.open]);
  sessionStorage.setItem(foldsKey, JSON.stringify(folds));
  location.reload();
}

/**
 * Restores the folds before the browser restores the scroll position. A `<details>` is identified by its summary, since
 * an edit may have added or removed others.
 */
function restoreFolds(): void {
  const unmatched: [summary: string, isOpen: boolean][] = JSON.parse(sessionStorage.getItem(foldsKey) ?? "[]");
  sessionStorage.removeItem(foldsKey);
  for (const details of document.querySelectorAll("details")) {
    const index = unmatched.findIndex(([summary]) => summary === summaryOf(details));
    const [known] = index < 0 ? [] : unmatched.splice(index, 1);
    if (known !== undefined) details.open = known[1];
  }
}

function summaryOf(details: HTMLDetailsElement): string {
  return details.querySelector("summary")?.textContent ?? "";
}
