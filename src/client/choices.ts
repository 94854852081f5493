type ChoiceKey = "theme" | "docs.announcement" | "docs.sidebar" | "docs.version" | "docs.language" | "docs.places";
/** score/score.ts stores this key in the tab. */
type TabKey = "docs.score";

/** Stores a choice. If storage is blocked, the choice lasts as long as the page. */
export function storeChoice(key: ChoiceKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full; the choice still applies to this page.
  }
}

/** The stored choice or tab value; null if there's none, undefined if storage is blocked. */
export function storedChoice(key: ChoiceKey | TabKey): string | null | undefined {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return undefined;
  }
}

export const darkSystem = "(prefers-color-scheme:dark)";

/**
 * Applies a color mode to the page and to the browser's own bars. On a site that follows the reader's system
 * (`data-mode`), any value but light or dark means the system's; on other sites it changes nothing.
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

/** Other tabs, such as those of responses, are independent. The switch that shows all of a long sample isn't a tab. */
export const languageTab = "[data-sync=language] input[name]";

/** Shows every sample of the page in a language. Samples without it stay as they are. */
export function showLanguage(language?: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(languageTab)) {
    input.checked ||= input.value === language;
  }
}
