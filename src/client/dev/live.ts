import type { LiveMessage } from "#shared/reload-message.ts";

import { Overlay } from "./overlay.ts";
import { patchPage } from "./patch-page.ts";

/*
 * The page's end of `serve --watch`. The server adds it to pages as it sends them; no build publishes it.
 */

/** A page as the server sent it, without the mark of its version. */
interface SentPage {
  readonly version: string;
  readonly page: Document;
}

const placeKey = "docs-build.place";
const reloadKey = "docs-build.reload";
const mark = "script[data-docs-build-version]";
/** A page that changes faster than it can be fetched is caught up with at the next message. */
const triesAtOnce = 5;

const overlay = new Overlay();
let shown = takeVersion(document);
let wanted = shown;
/** What is shown, as the server sent it: whatever the reader's browser did to the page since is not in it. */
let sent = fetchPage();
let isUpdating = false;
let events: EventSource | null = null;

restorePlace();
document.addEventListener("visibilitychange", connect);
window.addEventListener("pageshow", ({ persisted }) => persisted && connect());
connect();

/** Browsers open six connections a host: a page that nobody sees gives its own back, and catches up when it is seen. */
function connect(): void {
  events?.close();
  if (document.visibilityState === "hidden") return;
  events = new EventSource(`/__docs-build/events?page=${encodeURIComponent(location.pathname)}`);
  events.addEventListener("message", ({ data }: MessageEvent<string>) => hear(JSON.parse(data)));
  events.addEventListener("error", () => overlay.showLost());
}

function hear(message: LiveMessage): void {
  overlay.show(message);
  wanted = message.version ?? "";
  if (wanted === shown) forgetReload();
  else if (!isUpdating) void update(message.html);
}

/** Brings the page to the wanted version. `html` is that version where the server has sent it along. */
async function update(html?: string): Promise<void> {
  isUpdating = true;
  try {
    for (let tries = 0; wanted !== shown && tries < triesAtOnce; tries++) {
      const [before, after] = [await sent, tries === 0 && html !== undefined ? toSentPage(html) : await fetchPage()];
      if (before.version !== shown || !patchPage(document, before.page, after.page)) return reload(after.version);
      shown = after.version;
      sent = Promise.resolve(after);
    }
  } catch {
    sent = fetchPage();
    overlay.showLost();
  } finally {
    isUpdating = false;
  }
}

async function fetchPage(): Promise<SentPage> {
  const response = await fetch(location.pathname + location.search);
  return toSentPage(await response.text());
}

function toSentPage(html: string): SentPage {
  const page = new DOMParser().parseFromString(html, "text/html");
  return { version: takeVersion(page), page };
}

function takeVersion(page: Document): string {
  const script = page.querySelector<HTMLElement>(mark);
  script?.remove();
  return script?.dataset["docsBuildVersion"] ?? "";
}

/** Loads the page anew, once for a version: a page that still is another one then must not do so for ever. */
function reload(version: string): void {
  const reason = `${location.pathname} ${version}`;
  if (sessionStorage.getItem(reloadKey) === reason) return;
  sessionStorage.setItem(reloadKey, reason);
  savePlace();
  location.reload();
}

function forgetReload(): void {
  sessionStorage.removeItem(reloadKey);
}

interface Place {
  readonly path: string;
  readonly left: number;
  readonly top: number;
  /** Whether each `<details>` is open, in the order of the page. */
  readonly open: readonly (readonly [summary: string, isOpen: boolean])[];
}

/** Remembers, until the page is loaded again, where the reader is and what is open. */
function savePlace(): void {
  const open = [...document.querySelectorAll("details")].map((details) => [summaryOf(details), details.open] as const);
  const place: Place = { path: location.pathname, left: window.scrollX, top: window.scrollY, open };
  sessionStorage.setItem(placeKey, JSON.stringify(place));
}

/** Puts a page that was loaded again back as the reader had it. Sections are known by their summaries: one may be new. */
function restorePlace(): void {
  const stored = sessionStorage.getItem(placeKey);
  if (stored === null) return;
  sessionStorage.removeItem(placeKey);
  const place: Place = JSON.parse(stored);
  if (place.path !== location.pathname) return;
  const rest = [...place.open];
  for (const details of document.querySelectorAll("details")) {
    const summary = summaryOf(details);
    const index = rest.findIndex(([known]) => known === summary);
    const [known] = index < 0 ? [] : rest.splice(index, 1);
    if (known !== undefined) details.open = known[1];
  }
  window.scrollTo({ left: place.left, top: place.top, behavior: "instant" });
}

function summaryOf(details: HTMLDetailsElement): string {
  return details.querySelector("summary")?.textContent ?? "";
}
