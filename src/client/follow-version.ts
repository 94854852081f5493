import { forgetChoice, storedChoice } from "./stored-choice.ts";

/** Leads the links to the reference to the version the reader picked. One that is not published (any more) is forgotten. */
export function followVersion(): void {
  const version = storedChoice("docs.version");
  if (version === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-versions]")) {
    const hrefs: Readonly<Record<string, string>> = JSON.parse(link.dataset["versions"] ?? "{}");
    if (Object.hasOwn(hrefs, version)) link.href = hrefs[version] ?? "";
    else forgetChoice("docs.version");
  }
}
