import { showLanguage, storeChoice, storedChoice } from "./choices.ts";

/*
 * All the script a page loads by itself. It holds no React: islands are fetched when the reader reaches for one, and what
 * else takes more than a few lines stands in on-demand.ts. Everything listens on the window, so it costs the same on a
 * page with two hundred buttons.
 */

addEventListener("click", (event) => {
  void copy(elementAt(event, "[data-copy],.anchor,button.copy"));
  actOn(event);
  // The links of the version menu.
  const version = elementAt(event, "[data-version]")?.dataset["version"];
  if (version) storeChoice("docs.version", version);
  if (elementAt(event, "[data-search]")) search();
});
addEventListener("input", async ({ target }) => (await onDemand()).onInput(target));
addEventListener("keydown", searchByKey);
// An island hydrates when the reader first points at it, touches it or focuses it; an early click is replayed.
addEventListener("pointerover", reach);
addEventListener("focusin", reach);
addEventListener("click", replayClick, true);
showLanguage(storedChoice("docs.language"));
followSection();

/** The browser allows the clipboard only right after a click, so the text is written before the words about it load. */
async function copy(button: MaybeLink | null): Promise<void> {
  if (!button) return;
  const text =
    button.href ?? button.dataset["copy"] ?? button.closest(".code")?.querySelector("code")?.textContent ?? "";
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The browser blocks it, and pages that came without encryption have no clipboard.
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
 * Until the reader moves, no section is being read and the rest can wait; unless there is more to show at once: a place in
 * the page, an explorer, what the reader chose: the version that links lead to, the language of samples; a guide's calls
 * of this tab; or what a lost address may have meant. The file that comes then takes these listeners away.
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
  // The number is that of K on keyboards of other alphabets as well, and with Caps Lock.
  const isUnrelated =
    event.ctrlKey || event.metaKey
      ? event.shiftKey || event.keyCode !== 75
      : event.key !== "/" || elementAt(event, "[contenteditable],input,select,textarea");
  if (isUnrelated) return;
  event.preventDefault();
  search();
}

/** The dialog opens before its script arrives, so that the field gets what is typed meanwhile and Escape closes it. */
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
  // Safari lets a click copy only where the script is there already; fields and samples light each other.
  const isAction = elementAt(event, "[data-action],.props,.code");
  const loading = isAction ? onDemand() : prepare(elementAt(event, "[data-island]"));
  // Whoever only passes by need not hear of a failure.
  loading.catch(() => undefined);
}

async function prepare(island: HTMLElement | null): Promise<void> {
  if (!island) return;
  const { dataset } = island;
  const loading = dataset["island"] === "explorer" ? loadExplorer() : import("./shell-islands.ts");
  const module: { readonly hydrate: (found: HTMLElement) => void | Promise<void> } = await loading;
  // Whoever reaches for it again while it is loading waits for the same file.
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
 * Does what a control is for. The styles say that it is loading, once that takes a moment; where a script doesn't arrive,
 * that is said at the foot of the window, with a button to try again; a dialog gives way to it.
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
    // Its title, which the styles print.
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
