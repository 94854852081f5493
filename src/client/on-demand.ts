import { decodePercent } from "#shared/percent.ts";
import { frameId } from "#shared/view.ts";

import { languageTab, showLanguage, storeChoice, storedChoice } from "./choices.ts";
import { fillFold, fillOnTheWay } from "./fill-folds.ts";
import { markSections, reveal } from "./mark-sections.ts";

/*
 * What boot.ts fetches once the reader does something: one file, so that the names of many do not weigh on every page.
 */

export { reloadIfStale } from "./reload-if-stale.ts";

const shownFor = 2000;

/** Says on a copy button, and to screen readers, how the copying went. */
export function showCopied(button: HTMLElement, copied: boolean): void {
  button.dataset["state"] = copied ? "copied" : "failed";
  announce(copied ? whatWasCopied(button) : "Copying is blocked by the browser");
  setTimeout(() => delete button.dataset["state"], shownFor);
}

function whatWasCopied(button: HTMLElement): string {
  if (button.matches(".anchor")) return "Link copied";
  return button.dataset["action"] === undefined
    ? "Copied"
    : (button.ariaLabel ?? button.innerText).replace("Copy", "Copied");
}

/** Says a short message to screen readers. The page holds the live region, so that it is known before it speaks. */
function announce(message: string): void {
  const region = document.getElementById(frameId("announcer"));
  if (region === null) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

/** Answers what a reader chooses outside the islands: the languages of samples. */
export function heedInput(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.matches(languageTab)) chooseLanguage(target);
}

/** Does what a control is for that holds no state, by its `data-action`. */
export async function act(control: HTMLElement, loadForms: LoadForms): Promise<void> {
  await actions.get(control.dataset["action"] ?? "")?.(control, loadForms);
}

/** Fetches what opens a form over a page. */
type LoadForms = () => Promise<{ readonly tryHere: (link: HTMLAnchorElement) => Promise<void> }>;

const actions: ReadonlyMap<string, (control: HTMLElement, loadForms?: LoadForms) => unknown> = new Map([
  ["copy-link", copyFrom],
  ["copy-markdown", copyFrom],
  ["open-group", async (control) => (await import("./menu/open-group.ts")).openGroup(control)],
  ["run", runFrom],
  ["hold-focus", (button) => void import("./open-menu.ts").then((menu) => menu.holdFocus(button))],
  ["more-samples", (button) => void import("./fetch-samples.ts").then((more) => more.chooseMore(button))],
  ["toggle-sidebar", toggleSidebar],
  ["try", tryFrom],
  ["unfold", ({ parentElement }) => fillFold(parentElement)],
]);

// Links to a form that is to be filled in: without script they lead to its operation.
for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-try]"))
  link.hash = `try-${link.hash.slice(1)}=${link.dataset["try"]}`;

/** Copies by a link; where that fails, it leads where it leads. */
function copyFrom(link: HTMLElement): void {
  if (!(link instanceof HTMLAnchorElement)) return;
  void copyOf(link).then(
    () => showCopied(link, true),
    () => location.assign(link.href),
  );
}

/** Sends the request of a link from where it stands. */
async function runFrom(link: HTMLElement): Promise<void> {
  if (link instanceof HTMLAnchorElement) announce(await (await import("./run-call.ts")).run(link));
}

/** Opens the form that a link leads to where the reader is; where that fails, it leads there. */
async function tryFrom(link: HTMLElement, loadForms?: LoadForms): Promise<void> {
  if (!(link instanceof HTMLAnchorElement)) return;
  const hasForm = loadForms !== undefined && link.dataset["explorer"] !== undefined;
  const opening = hasForm ? loadForms().then(async ({ tryHere }) => tryHere(link)) : Promise.reject();
  await opening.catch(() => location.assign(link.href));
}

/** Copies what a link leads to, or its address. */
async function copyOf({ href, dataset }: HTMLAnchorElement): Promise<void> {
  if (dataset["action"] === "copy-link") return navigator.clipboard.writeText(href);
  // Safari lets a click write what arrives later, but only as an item.
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetchText(href) })]);
}

async function fetchText(href: string): Promise<Blob> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  return new Blob([await response.text()], { type: "text/plain" });
}

/** Folds the navigation column away and back. */
function toggleSidebar(): void {
  const { dataset } = document.documentElement;
  dataset["sidebar"] = dataset["sidebar"] === "collapsed" ? "expanded" : "collapsed";
  storeChoice("docs.sidebar", dataset["sidebar"]);
}

/** Sample tabs remember the reader's language and follow it everywhere on the page. */
function chooseLanguage(input: HTMLInputElement): void {
  const before = input.getBoundingClientRect().top;
  storeChoice("docs.language", input.value);
  showLanguage(input.value);
  // Panels above changed height too: keep what the reader chose under the pointer.
  scrollBy(0, input.getBoundingClientRect().top - before);
}

/** Lets the links to the reference lead to the version the reader picked. One that is not published (any more) is forgotten. */
function leadToVersion(): void {
  const version = storedChoice("docs.version");
  if (!version) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-versions]")) {
    const hrefs: Readonly<Record<string, string>> = JSON.parse(link.dataset["versions"] ?? "");
    if (Object.hasOwn(hrefs, version)) link.href = hrefs[version] ?? "";
    else localStorage.removeItem("docs.version");
  }
}

/** Shows where the reader is: brings the page's link in the menu into view, marks the link to the section being read, opens what the address names. */
function showPlace(): void {
  leadToVersion();
  const language = storedChoice("docs.language");
  if (language && document.querySelector(`[data-code][value="${CSS.escape(language)}"]`))
    void import("./fetch-samples.ts").then((more) => more.followLanguage());
  reveal(document.querySelector(".menu-body [aria-current]"));
  openLinked();
  markSections();
  const lost = document.querySelector<HTMLElement>("[data-lost]");
  if (lost !== null)
    void import("./search/search-dialog.ts").then(({ suggest }) => suggest(lost)).catch(() => undefined);
}

/** Opens what the address leads to: a fold around it, an explorer (`#try-post-loads`, with values or without). One that is open takes them itself. */
function openLinked(): void {
  const id = decodePercent(location.hash.slice(1).replace(/=.*/s, ""));
  const target = id === null ? null : place(id);
  if (leadOn(target)) return;
  unfold(target);
  const anchor = id?.replace(/^try-/, "");
  if (anchor === undefined || !location.hash.startsWith("#try-")) return;
  const button = document.getElementById(`try-${anchor}`);
  const open = document.getElementById(anchor)?.querySelector<HTMLElement>(".explorer-line");
  (button ?? open)?.scrollIntoView();
  open?.focus();
  button?.click();
}

/** Leads on where a place of the reference is on another page: by the list of contents, or by what the reference knows of its anchors. */
function leadOn(target: HTMLElement | null): boolean {
  const name = decodePercent(location.hash.slice(1)) ?? "";
  const entry = target?.closest("#contents li")?.querySelector("a");
  if (entry) location.replace(entry.href);
  const source = document.querySelector<HTMLElement>("[data-anchors]")?.dataset["anchors"];
  if (entry || target !== null || name === "" || source === undefined) return Boolean(entry);
  void import("./follow-anchor.ts").then(async ({ followAnchor }) => followAnchor(source, name)).catch(() => undefined);
  return false;
}

/** What has an id, which may come to be here only now: then the address has to lead there once more. */
function place(id: string): HTMLElement | null {
  const found = document.getElementById(id);
  const filled = found ?? fillOnTheWay(id);
  if (filled !== found) location.replace(location.hash);
  return filled;
}

/** Opens the folds and tabs around a place. Most browsers open folds by themselves. */
function unfold(target: HTMLElement | null): void {
  const around = [...document.querySelectorAll("details:not([open]), .tab-panel")].filter(
    (part) => target && part.contains(target),
  );
  const opened = around.filter((part) => (part.matches("details") ? part.toggleAttribute("open") : openTab(part)));
  if (opened.length > 0) target?.scrollIntoView();
}

/** Shows the panel of a set of tabs; false when it is shown. What the reader chose elsewhere stays. */
function openTab(panel: Element): boolean {
  const set = panel.parentElement;
  const index = [...(set?.querySelectorAll(":scope > .tab-panel") ?? [])].indexOf(panel);
  const radio = set?.querySelectorAll<HTMLInputElement>(":scope > .tab-bar input")[index];
  if (!radio || radio.checked) return false;
  radio.checked = true;
  return true;
}

/** A link to where the address leads already changes no address, and yet its place may be hidden again. */
function openAgain({ target, defaultPrevented }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.hash && link.href === location.href && !defaultPrevented) openLinked();
}

addEventListener("click", openAgain);
addEventListener("hashchange", openLinked);
// A fold may be opened by the browser as well, or have been open when the page was loaded again.
addEventListener("toggle", ({ target }) => fillFold(target), true);

/** The field that filters the menu gets its script when the reader goes there. */
function heedFocus(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.dataset["menu"] === undefined) return;
  void import("./menu/menu-filter.ts").then((menu) => menu.beginFilter(target));
}

addEventListener("focusin", ({ target }) => heedFocus(target));
// This file may have come after the reader, and comes when they move.
heedFocus(document.activeElement);
onscroll = onhashchange = null;
showPlace();
