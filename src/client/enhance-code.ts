import { elementAt } from "./element-at.ts";
import { storeChoice, storedChoice } from "./stored-choice.ts";

/** Tabs of other things (responses, say) are each their own. */
const languageTabs = "[data-sync=language]";

/** Sample tabs remember the reader's language and follow it everywhere on the page. */
export function enhanceCode(): void {
  document.addEventListener("change", ({ target: input }) => {
    if (!(input instanceof HTMLInputElement && input.matches(`${languageTabs} input`))) return;
    const before = input.getBoundingClientRect().top;
    storeChoice("docs.language", input.value);
    showLanguage(input.value);
    // Panels above changed height too: keep what the reader chose under the pointer.
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
  showLanguage(storedChoice("docs.language"));
}

function showLanguage(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`${languageTabs} input`)) {
    input.checked ||= input.value === language;
  }
}

/** Copy buttons. */
export function copyCode(event: Event): void {
  const button = elementAt(event, ".copy, [data-copy]");
  if (button !== null) void copy(button);
}

/** Writes at once, while the browser still knows of the click; what it says afterwards may take a moment to load. */
async function copy(button: HTMLElement): Promise<void> {
  const text = button.dataset["copy"] ?? button.closest(".code")?.querySelector("code")?.textContent ?? "";
  // There is no clipboard on pages that came without encryption.
  const writing = (async () => navigator.clipboard.writeText(text))().then(
    () => true,
    () => false,
  );
  const { showCopied } = await import("./on-demand.ts");
  showCopied(button, await writing);
}
