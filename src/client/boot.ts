import { showLanguage, storeChoice, storedChoice } from "./choices.ts";

/*
 * The only script that every page loads. It has no React: islands are fetched when a reader reaches for them, and
 * anything longer than a few lines is in on-demand.ts. All listeners are on the window, so a page with two hundred
 * buttons costs no more than others.
 */

addEventListener("click", (event) => {
  void copy(elementAt(event, "[data-copy],.anchor,button.copy"));
  actOn(event);
  // A link of the version menu.
  const version = elementAt(event, "[data-version]")?.dataset["version"];
  if (version) storeChoice("docs.version", version);
  if (elementAt(event, "[data-search]")) search();
});
addEventListener("input", async ({ target }) => (await onDemand()).onInput(target));
addEventListener("keydown", searchByKey);
// An island is hydrated when the reader first points at it, touches it or focuses it. An early click is repeated
// afterwards.
addEventListener("pointerover", reach);
addEventListener("focusin", reach);
addEventListener("click", replayClick, true);
showLanguage(storedChoice("docs.language"));
followSection();

/** The browser allows copying only right after a click, so the text is copied before the words about it are loaded. */
async function copy(button: MaybeLink | null): Promise<void> {
  if (!button) return;
  const text =
    button.href ?? button.dataset["copy"] ?? button.closest(".code")?.querySelector("code")?.textContent ?? "";
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The browser blocks it, or the page came without encryption and has no clipboard.
    isCopied = false;
  }
  (await onDemand()).showCopied(button, isCopied);
}

function actOn(event: MouseEvent): void {
  const control: MaybeLink | null = elementAt(event, "[data-action]");
  if (!control || event.ctrlKey || event.metaKey) return;
  if (control.href) event.preventDefault();
  void attempt(control, async () => (await onDemand()).act(control, loadExplorer));
}

/**
 * Waits until the reader moves before it loads the rest. It loads at once if the page has something to show: a target
 * in the address, an explorer, a stored choice of version or language, this tab's calls in a guide, or a suggestion for
 * a lost address. The loaded file removes these listeners.
 */
function followSection(): void {
  const page = document.querySelector(".menu-body [aria-current]")?.getBoundingClientRect();
  const isElsewhere =
    document.querySelector("[data-lost]") ||
    scrollY ||
    location.hash ||
    storedChoice("docs.version") ||
    storedChoice("docs.language") ||
    storedChoice("docs.score");
  if (isElsewhere || (page && page.bottom > innerHeight)) void onDemand();
  else onscroll = onhashchange = onDemand;
}

function searchByKey(event: KeyboardEvent): void {
  // The key code is that of K on keyboards with other alphabets, and with Caps Lock.
  const isUnrelated =
    event.ctrlKey || event.metaKey
      ? event.shiftKey || event.keyCode !== 75
      : event.key !== "/" || elementAt(event, "[contenteditable],input,select,textarea");
  if (isUnrelated) return;
  event.preventDefault();
  search();
}

/** The dialog opens before its script arrives, so that its field already takes what's typed and Escape closes it. */
function search(): void {
  const dialog = document.querySelector("dialog");
  if (!dialog || dialog.open) return;
  void attempt(dialog, async () => {
    dialog.showModal();
    dialog.querySelector("input")?.select();
    return (await import("./search/search-dialog.ts")).begin();
  });
}

function reach(event: Event): void {
  // Safari lets a click copy only if the script is already loaded. Fields and samples highlight each other.
  const isAction = elementAt(event, "[data-action],.props,.code");
  const loading = isAction ? onDemand() : prepare(elementAt(event, "[data-island]"));
  // A reader who only passes by doesn't need to hear of a failure.
  loading.catch(() => undefined);
}

async function prepare(island: HTMLElement | null): Promise<void> {
  if (!island) return;
  const { dataset } = island;
  const loading = dataset["island"] === "explorer" ? loadExplorer() : import("./shell-islands.ts");
  const module: { readonly hydrate: (found: HTMLElement) => void | Promise<void> } = await loading;
  // A second attempt during loading waits for the same file.
  if (!("hydrated" in dataset)) await module.hydrate(island);
  dataset["hydrated"] = "";
}

function replayClick(event: MouseEvent): void {
  const island = elementAt(event, "[data-island]");
  if (!island || "hydrated" in island.dataset) return;
  event.stopPropagation();
  const button = elementAt(event, "button");
  void attempt(island, async () => {
    await prepare(island);
    button?.click();
  });
}

/**
 * Performs a control's action. The styles show that it's loading, once that takes a moment. If a script doesn't arrive,
 * a message at the bottom of the window offers to try again; an open dialog is closed for it.
 */
async function attempt(
  control: HTMLElement & { readonly close?: () => void },
  action: () => Promise<void>,
  isTriedAgain?: boolean,
): Promise<void> {
  document.querySelector(".toast")?.remove();
  control.dataset["loading"] = "";
  await action().catch(async (error: unknown) => {
    await onDemand().then(
      async (module) => module.reloadIfStale(isTriedAgain),
      () => isTriedAgain && navigator.onLine && location.reload(),
    );
    const box = document.createElement("div");
    const retry = document.createElement("button");
    // The styles print this title.
    box.ariaLabel = "This didn't load.";
    box.className = "toast";
    box.role = "alert";
    retry.className = "button";
    retry.append("Retry");
    retry.addEventListener("click", () => void attempt(control, action, true));
    box.append(String(error), retry);
    control.close?.();
    control.before(box);
  });
  delete control.dataset["loading"];
}

async function onDemand() {
  return import("./on-demand.ts");
}

async function loadExplorer() {
  return import("./explorer-island.tsx");
}

type MaybeLink = HTMLElement & { readonly href?: string };

function elementAt({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
