import { applyTheme } from "./apply-theme.ts";
import { elementAt } from "./element-at.ts";
import { storeChoice, storedChoice } from "./stored-choice.ts";

/** The theme follows the reader's other tabs; links to the reference follow the version the reader picked. */
export function followChoices(): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") applyTheme(newValue);
  });
  document.addEventListener("click", (event) => leadToVersion(elementAt(event, "[data-version]")?.dataset["version"]));
  leadToVersion(storedChoice("docs.version"));
}

/** Stores the version and leads to it. One that is not published (any more) is forgotten. */
function leadToVersion(version: string | null | undefined): void {
  if (!version) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-versions]")) {
    const hrefs: Readonly<Record<string, string>> = JSON.parse(link.dataset["versions"] ?? "{}");
    const isKnown = Object.hasOwn(hrefs, version);
    storeChoice("docs.version", isKnown ? version : null);
    if (isKnown) link.href = hrefs[version] ?? "";
  }
}
