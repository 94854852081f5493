import { showLanguage, storeChoice, storedChoice } from "./choices.ts";

/*
 * All the script a page loads by itself. It holds no React: islands are fetched when the reader reaches for one, and what
 * else takes more than a few lines stands in on-demand.ts. Everything listens on the window, so it costs the same on a
 * page with two hundred buttons.
 */

addEventListener("click", (event) => {
  copyCode(event);
  actOn(event);
  rememberVersion(event);
  if (elementAt(event, "[data-search]")) search();
});
addEventListener("input", ({ target }) => {
  void import("./on-demand.ts").then(({ heedInput }) => heedInput(target));
});
addEventListener("keydown", searchByKey);
watchIslands();
showLanguage(storedChoice("docs.language"));
followSection();
if (document.querySelector("[data-lost]")) search();

/** Copy buttons, and the links of headings, which lead there as well. */
function copyCode(event: Event): void {
  const button = elementAt(event, "button.copy, [data-copy], .anchor");
  if (button) void copy(button);
}

/** Writes at once, while the browser still knows of the click; what it says afterwards may take a moment to load. */
async function copy(button: HTMLElement): Promise<void> {
  const link = "href" in button ? String(button.href) : undefined;
  const text = link ?? button.dataset["copy"] ?? button.closest(".code")?.querySelector("code")?.textContent ?? "";
  // There is no clipboard on pages that came without encryption.
  const writing = (async () => navigator.clipboard.writeText(text))().then(
    () => true,
    () => false,
  );
  const { showCopied } = await import("./on-demand.ts");
  showCopied(button, await writing);
}

/** A control whose work stands in on-demand.ts. A link that is to open beside the page does what links do. */
function actOn(event: MouseEvent): void {
  const control = elementAt(event, "[data-action]");
  if (!control || event.ctrlKey || event.metaKey) return;
  if ("href" in control) event.preventDefault();
  void import("./on-demand.ts").then(
    ({ act }) => act(control),
    (error) => control.after(String(error)),
  );
}

/**
 * Until the reader moves, no section is being read and the rest can wait; unless there is more to show at once: a place in
 * the page, an explorer, what the reader chose: the version that links lead to, the language of samples.
 */
function followSection(): void {
  const page = document.querySelector(".menu-body [aria-current]");
  const isElsewhere = scrollY || location.hash || storedChoice("docs.version") || storedChoice("docs.language");
  if (isElsewhere || (page?.getBoundingClientRect().bottom ?? 0) > innerHeight) follow();
  else addEventListener("scroll", follow, { once: true });
}

function follow(): void {
  void import("./on-demand.ts").then(({ showPlace }) => showPlace());
}

/** The links of the version menu. */
function rememberVersion(event: Event): void {
  const version = elementAt(event, "[data-version]")?.dataset["version"];
  if (version) storeChoice("docs.version", version);
}

/** Ctrl-K and ⌘-K anywhere, and `/` where nothing is typed. */
function searchByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey ? key !== "k" : key !== "/" || elementAt(event, "input, textarea")) return;
  event.preventDefault();
  search();
}

/** Opens the search. On the page of lost addresses the first call only says what may have been meant. */
function search(): void {
  void import("./search/search-dialog.ts").then(({ begin }) => begin());
}

const hydrated = new WeakMap<Element, Promise<void>>();

/** Hydrates an island when the reader first points at it, touches it or moves the focus into it, and replays an early click. */
function watchIslands(): void {
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    const onIntent = (event: Event) => {
      // Safari lets a click copy only where the script is there already.
      const isAction = elementAt(event, "[data-action]");
      const loading = isAction ? import("./on-demand.ts") : prepare(elementAt(event, "[data-island]"));
      // Whoever only passes by need not hear of a failure.
      loading.catch(() => undefined);
    };
    addEventListener(type, onIntent);
  }
  document.addEventListener("click", replayClick, true);
}

async function prepare(island: HTMLElement | null): Promise<void> {
  if (!island) return;
  const loading = hydrated.get(island) ?? load(island);
  hydrated.set(island, loading);
  // A later intent tries again: the network may be back.
  loading.catch(() => hydrated.delete(island));
  return loading;
}

async function load(island: HTMLElement): Promise<void> {
  const isExplorer = island.dataset["island"] === "explorer";
  const { hydrate } = await (isExplorer ? import("./explorer-island.tsx") : import("./shell-islands.ts"));
  hydrate(island);
  island.dataset["hydrated"] = "";
}

function replayClick(event: MouseEvent): void {
  const island = elementAt(event, "[data-island]");
  if (!island || "hydrated" in island.dataset) return;
  event.stopPropagation();
  void open(island, elementAt(event, "button"));
}

/** Hydrates what a click was meant for, then repeats the click. The styles say that it is loading, once that takes a moment. */
async function open(island: HTMLElement, button: HTMLElement | null): Promise<void> {
  island.dataset["loading"] = "";
  try {
    await prepare(island);
    button?.click();
  } catch (error) {
    const failure = { error, onRetry: () => void open(island, button) };
    // Where not even this arrives, the bare error must do: the next click tries again.
    await import("./on-demand.ts").then(
      async ({ recover }) => recover(island, failure),
      () => island.after(String(error)),
    );
  }
  delete island.dataset["loading"];
}

/** The element that an event happened in, or the one around it that matches. */
function elementAt({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
