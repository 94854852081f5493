import { elementAt } from "./element-at.ts";
import { storeChoice, storedChoice } from "./stored-choice.ts";

/** Remembers the version of the reference that the reader picks; where one was picked, links to the reference follow it. */
export function rememberVersion(): void {
  document.addEventListener("click", (event) => {
    const version = elementAt(event, "[data-version]")?.dataset["version"];
    if (version !== undefined) storeChoice("docs.version", version);
  });
  if (storedChoice("docs.version") !== null) {
    void import("./on-demand.ts").then(({ followVersion }) => followVersion());
  }
}
