import { reloadIfStale } from "./reload-if-stale.ts";

/** Says after an island what kept it from loading, with a button to try again; a page that is out of date is loaded anew instead. */
export async function recover(island: HTMLElement, { error, onRetry }: Failure): Promise<void> {
  await reloadIfStale();
  const box = document.createElement("div");
  const text = document.createElement("p");
  const retry = document.createElement("button");
  box.className = "island-error";
  box.setAttribute("role", "alert");
  text.textContent = String(error);
  retry.type = "button";
  retry.className = "button";
  retry.textContent = "Retry";
  retry.addEventListener("click", () => {
    box.remove();
    onRetry();
  });
  box.append(text, retry);
  // The element after an island holds its props.
  const props = island.nextElementSibling;
  (props instanceof HTMLScriptElement ? props : island).after(box);
}

interface Failure {
  readonly error: unknown;
  readonly onRetry: () => void;
}
