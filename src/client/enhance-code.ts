import { storeChoice, storedChoice } from "./stored-choice.ts";

/** Copy buttons, and sample tabs that remember the reader's language and follow it everywhere on the page. */
export function enhanceCode(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(".copy, [data-copy]") : null;
    if (button !== null) void copy(button);
  });
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest(".tabs") === null) return;
    const before = target.getBoundingClientRect().top;
    storeChoice("docs.language", target.value);
    showLanguage(target.value);
    // Panels above changed height too: keep what the reader chose under the pointer.
    window.scrollBy(0, target.getBoundingClientRect().top - before);
  });
  const language = storedChoice("docs.language");
  if (language !== null) showLanguage(language);
}

function showLanguage(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(".tabs input")) {
    if (input.value === language) input.checked = true;
  }
}

const shownFor = 2000;

async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest(".code")?.querySelector("code");
  const text = button.dataset["copy"] ?? code?.textContent ?? "";
  const state = await navigator.clipboard.writeText(text).then(
    () => "copied",
    () => "failed",
  );
  button.dataset["state"] = state;
  announce(state === "copied" ? "Copied" : "Copying is blocked by the browser");
  setTimeout(() => delete button.dataset["state"], shownFor);
}

/** Says a short message to screen readers. */
function announce(message: string): void {
  const region = document.querySelector<HTMLElement>("#announcer") ?? createAnnouncer();
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

function createAnnouncer(): HTMLElement {
  const region = document.createElement("div");
  region.id = "announcer";
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  document.body.append(region);
  return region;
}
