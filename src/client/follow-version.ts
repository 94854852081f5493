import { elementAt } from "./element-at.ts";
import { storeChoice, storedChoice } from "./stored-choice.ts";

/** The links of the version menu. */
export function rememberVersion(event: Event): void {
  const version = elementAt(event, "[data-version]")?.dataset["version"];
  if (version !== undefined) storeChoice("docs.version", version);
}

/** Links to the reference lead to the version the reader picked. One that is not published (any more) is forgotten. */
export function followVersion(): void {
  const version = storedChoice("docs.version");
  if (version === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-versions]")) {
    const hrefs: Readonly<Record<string, string>> = JSON.parse(link.dataset["versions"] ?? "");
    if (Object.hasOwn(hrefs, version)) link.href = hrefs[version] ?? "";
    else localStorage.removeItem("docs.version");
  }
}
