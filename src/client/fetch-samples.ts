import { linesIn } from "#shared/samples/long-code.ts";

import { showLanguage, storeChoice, storedChoice } from "./choices.ts";
import { element } from "./dom.ts";
import { reloadIfStale } from "./reload-if-stale.ts";

/*
 * More languages for the reference's samples, each with a button below them. One file has the samples of a page's
 * operations in a language, and each sample gets a tab for it.
 */

const buttons = "[data-code]";

/** Shows the language of a button, which stays under the pointer. */
export async function chooseMore(button: HTMLElement): Promise<void> {
  if (!(button instanceof HTMLButtonElement)) return;
  storeChoice("docs.language", button.value);
  const htmlByAnchor = await fetchSamples(button);
  const before = button.getBoundingClientRect().top;
  if (htmlByAnchor === null) addSample(button, "This sample didn't arrive. Choose its language again.");
  else addSamples(button.value, htmlByAnchor);
  scrollBy(0, button.getBoundingClientRect().top - before);
}

/** Shows the language that the reader chose earlier, if it's one of these. */
export async function followLanguage(): Promise<void> {
  const language = storedChoice("docs.language") ?? "";
  const [button] = buttonsOf(language);
  const htmlByAnchor = button === undefined ? null : await fetchSamples(button);
  if (htmlByAnchor !== null) addSamples(language, htmlByAnchor);
}

function buttonsOf(language: string): readonly HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>(buttons)].filter(({ value }) => value === language);
}

type Samples = Readonly<Record<string, string>>;

async function fetchSamples({ dataset }: HTMLButtonElement): Promise<Samples | null> {
  const response = await fetch(dataset["code"] ?? "").catch(() => null);
  if (response?.ok === true) return response.json();
  await reloadIfStale();
  return null;
}

function addSamples(language: string, htmlByAnchor: Samples): void {
  for (const button of buttonsOf(language)) {
    const html = htmlByAnchor[button.closest("section")?.id ?? ""];
    if (html !== undefined) addSample(button, html);
  }
  showLanguage(language);
}

const shownLines = 16;

/** Only one such tab exists at a time, so that all tabs stay in view. */
function addSample(button: HTMLButtonElement, html: string): void {
  const tabs = button.closest(".tabs");
  for (const earlier of tabs?.querySelectorAll(".added") ?? []) earlier.remove();
  const [tab, panel] = [tabs?.querySelector("label"), tabs?.querySelector(".tab-panel")].map((part) =>
    part?.cloneNode(true),
  );
  if (!(tab instanceof HTMLElement && panel instanceof HTMLElement)) return;
  const [radio, name, code] = [tab.querySelector("input"), tab.querySelector("span"), panel.querySelector("code")];
  if (!radio || !name || !code) return;
  for (const part of [tab, panel]) part.classList.add("added");
  radio.value = button.value;
  name.textContent = button.textContent;
  code.innerHTML = html;
  panel.querySelector(".show-all")?.remove();
  const lines = linesIn(code.textContent);
  if (lines > shownLines + 2) {
    const box = element("input", { type: "checkbox" });
    panel.append(element("label", { class: `show-all show-${shownLines}` }, box, `Show all ${lines} lines`));
  }
  tabs?.querySelector(".tab-bar")?.append(tab);
  button.parentElement?.before(panel);
  radio.checked = true;
}
