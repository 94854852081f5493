import { decodePercent } from "#shared/percent.ts";
import { frameId } from "#shared/view.ts";

import { languageTab, showLanguage, storeChoice, storedChoice } from "./choices.ts";
import { fillFold, fillOnTheWay } from "./fill-folds.ts";
import { markSections, reveal } from "./mark-sections.ts";
import { focusHit } from "./search/focus-hit.ts";

/*
 * Everything that boot.ts fetches after a reader's action. It's a single file, because each file's name would add to
 * every page.
 */

export { reloadIfStale } from "./reload-if-stale.ts";

const shownFor = 2000;

/** Shows on a copy button, and tells screen readers, whether copying worked. */
export function showCopied(button: HTMLElement, copied: boolean): void {
  const { dataset } = button;
  let message = "Copied";
  if (!copied) message = "Copying is blocked by the browser";
  else if (button.matches(".anchor")) message = "Link copied";
  else if (dataset["action"] !== undefined) message = (button.ariaLabel ?? button.innerText).replace("Copy", "Copied");
  dataset["state"] = copied ? "copied" : "failed";
  announce(message);
  setTimeout(() => delete dataset["state"], shownFor);
}

/** The live region is part of the page, because screen readers announce only regions that they know already. */
function announce(message: string): void {
  const region = document.getElementById(frameId("announcer"));
  if (region === null) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

/** Handles choices outside of islands: the languages of samples. */
export function onInput(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement && target.matches(languageTab))) return;
  const before = target.getBoundingClientRect().top;
  storeChoice("docs.language", target.value);
  showLanguage(target.value);
  // Panels above changed their height too, so the page scrolls to keep the chosen tab under the pointer.
  scrollBy(0, target.getBoundingClientRect().top - before);
}

/** Performs the action (`data-action`) of a control without state. */
export async function act(control: HTMLElement, loadForms: LoadForms): Promise<void> {
  await actions.get(control.dataset["action"] ?? "")?.(control, loadForms);
}

type LoadForms = () => Promise<{ readonly tryHere: (link: HTMLAnchorElement) => Promise<void> }>;

type Action = (control: HTMLElement, loadForms: LoadForms) => unknown;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["copy-link", copyFrom],
  ["copy-markdown", copyFrom],
  ["open-group", async (control) => (await import("./menu/open-menu.ts")).openGroup(control)],
  ["run", runFrom],
  ["hold-focus", (button) => void import("./menu/open-menu.ts").then((menu) => menu.holdFocus(button))],
  ["more-samples", (button) => void import("./fetch-samples.ts").then((more) => more.chooseMore(button))],
  ["toggle-sidebar", toggleSidebar],
  ["try", tryFrom],
  ["unfold", ({ parentElement }) => fillFold(parentElement)],
]);

// Links to a filled-in form; without script they lead to its operation.
for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-try]"))
  link.hash = `try-${link.hash.slice(1)}=${link.dataset["try"]}`;

async function copyFrom(link: HTMLElement): Promise<void> {
  if (!(link instanceof HTMLAnchorElement)) return;
  const { href, dataset } = link;
  try {
    if (dataset["action"] === "copy-link") await navigator.clipboard.writeText(href);
    // Safari lets a click copy text that arrives later, but only as an item.
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetchText(href) })]);
    showCopied(link, true);
  } catch {
    location.assign(href);
  }
}

async function runFrom(link: HTMLElement): Promise<void> {
  if (link instanceof HTMLAnchorElement) announce(await (await import("./run-call.ts")).run(link));
}

async function tryFrom(link: HTMLElement, loadForms: LoadForms): Promise<void> {
  if (!(link instanceof HTMLAnchorElement)) return;
  const hasForm = link.dataset["explorer"] !== undefined;
  const opening = hasForm ? loadForms().then(async ({ tryHere }) => tryHere(link)) : Promise.reject();
  await opening.catch(() => location.assign(link.href));
}

async function fetchText(href: string): Promise<Blob> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  return new Blob([await response.text()], { type: "text/plain" });
}

function toggleSidebar(): void {
  const { dataset } = document.documentElement;
  dataset["sidebar"] = dataset["sidebar"] === "collapsed" ? "expanded" : "collapsed";
  storeChoice("docs.sidebar", dataset["sidebar"]);
}

function leadToVersion(): void {
  const version = storedChoice("docs.version");
  if (!version) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-versions]")) {
    const hrefs: Readonly<Record<string, string>> = JSON.parse(link.dataset["versions"] ?? "");
    if (Object.hasOwn(hrefs, version)) link.href = hrefs[version] ?? "";
    else localStorage.removeItem("docs.version");
  }
}

function showCurrent(): void {
  leadToVersion();
  const language = storedChoice("docs.language");
  if (language && document.querySelector(`[data-code][value="${CSS.escape(language)}"]`))
    void import("./fetch-samples.ts").then((more) => more.followLanguage());
  if (storedChoice("docs.score") && document.querySelector(".steps"))
    void import("./score/show-score.ts").then((score) => score.showScore()).catch(() => undefined);
  reveal(document.querySelector(".menu-body [aria-current]"));
  openLinked();
  markSections();
  const lost = document.querySelector<HTMLElement>("[data-lost]");
  if (lost !== null)
    void import("./search/search-dialog.ts").then(({ suggest }) => suggest(lost)).catch(() => undefined);
}

/**
 * Opens the folds around the address's target, or an explorer (`#try-post-loads`). An open explorer takes new values by
 * itself.
 */
function openLinked(): void {
  const id = decodePercent(location.hash.slice(1).replace(/=.*/s, ""));
  const found = id === null ? null : document.getElementById(id);
  const target = id === null ? null : (found ?? fillOnTheWay(id));
  // The browser has to scroll again to an element that is created only now.
  if (target !== found) location.replace(location.hash);
  if (leadOn(target)) return;
  unfold(target);
  focusHit(target);
  const anchor = id?.replace(/^try-/, "");
  if (anchor === undefined || !location.hash.startsWith("#try-")) return;
  const button = document.getElementById(`try-${anchor}`);
  const open = document.getElementById(anchor)?.querySelector<HTMLElement>(".explorer-line");
  (button ?? open)?.scrollIntoView();
  open?.focus();
  button?.click();
}

/** The target may be on another page. The table of contents or the reference's list of anchors knows which. */
function leadOn(target: HTMLElement | null): boolean {
  const name = decodePercent(location.hash.slice(1)) ?? "";
  const entry = target?.closest("#contents li")?.querySelector("a");
  if (entry) location.replace(entry.href);
  const source = document.querySelector<HTMLElement>("[data-anchors]")?.dataset["anchors"];
  if (entry || target !== null || name === "" || source === undefined) return Boolean(entry);
  void import("./follow-anchor.ts").then(async ({ followAnchor }) => followAnchor(source, name)).catch(() => undefined);
  return false;
}

/** Most browsers open folds around a target, but none opens a tab. */
function unfold(target: HTMLElement | null): void {
  const hidden = [...document.querySelectorAll("details:not([open]), .tab-panel")].filter(
    (part) => target && part.contains(target),
  );
  const opened = hidden.filter((part) => (part.matches("details") ? part.toggleAttribute("open") : openTab(part)));
  if (opened.length > 0) target?.scrollIntoView();
}

function openTab(panel: Element): boolean {
  const set = panel.parentElement;
  const index = [...(set?.querySelectorAll(":scope > .tab-panel") ?? [])].indexOf(panel);
  const radio = set?.querySelectorAll<HTMLInputElement>(":scope > .tab-bar input")[index];
  if (!radio || radio.checked) return false;
  radio.checked = true;
  return true;
}

// A link to the current address doesn't change it, but its target may be hidden again.
addEventListener("click", ({ target, defaultPrevented }) => {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.hash && link.href === location.href && !defaultPrevented) openLinked();
});
addEventListener("hashchange", openLinked);
// The browser may open a fold too, or it was open when the page was reloaded.
addEventListener("toggle", ({ target }) => fillFold(target), true);

function loadFilter(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.dataset["menu"] === undefined) return;
  void import("./menu/menu-filter.ts").then((menu) => menu.beginFilter(target));
}

function loadLighting(event: Event): void {
  if (!(event.target instanceof Element) || event.target.closest(".op") === null) return;
  removeEventListener("pointerover", loadLighting);
  removeEventListener("focusin", loadLighting);
  void import("./light-fields.ts").then((lines) => lines.lightFields(event)).catch(() => undefined);
}

addEventListener("pointerover", loadLighting);
addEventListener("focusin", loadLighting);
addEventListener("focusin", ({ target }) => loadFilter(target));
// This file may arrive after the reader has focused the field.
loadFilter(document.activeElement);
[...document.querySelectorAll(".op :hover")].at(-1)?.dispatchEvent(new Event("pointerover", { bubbles: true }));
onscroll = onhashchange = null;
showCurrent();
