type ChoiceKey = "theme" | "docs.announcement" | "docs.sidebar" | "docs.version" | "docs.language" | "docs.places";
/** What a tab keeps under this key comes from score/score.ts. */
type TabKey = "docs.score";

/** Stores a choice. Where storage is blocked, the choice lasts as long as the page. */
export function storeChoice(key: ChoiceKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice still holds on this page.
  }
}

/** The remembered choice, or what the tab keeps; null when there is none, undefined when storage is blocked. */
export function storedChoice(key: ChoiceKey | TabKey): string | null | undefined {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return undefined;
  }
}

export const darkSystem = "(prefers-color-scheme:dark)";

/**
 * Puts a color mode on the page, and on the bars that the browser draws around it. Where the site follows the reader's
 * system, which `data-mode` says, all that is neither light nor dark is the system's; elsewhere it changes nothing.
 */
export function applyTheme(choice?: string | null): void {
  const { dataset } = document.documentElement;
  let theme = choice;
  if (dataset["mode"] && choice !== "light" && choice !== "dark")
    theme = matchMedia(darkSystem).matches ? "dark" : "light";
  if (theme !== "light" && theme !== "dark") return;
  dataset["theme"] = theme;
  if (dataset["mode"]) dataset["mode"] = choice === theme ? theme : "system";
  const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (bars) bars.content = bars.dataset[theme] ?? bars.content;
}

/** Other tabs (of responses, say) are independent; the switch that shows all of a long sample isn't a tab. */
export const languageTab = "[data-sync=language] input[name]";

/** Shows every sample of the page in a language; those that lack it stay as they are. */
export function showLanguage(language?: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(languageTab)) {
    input.checked ||= input.value === language;
  }
}
