const shownFor = 2000;

/** Says on a copy button, and to screen readers, how the copying went. */
export function showCopied(button: HTMLElement, copied: boolean): void {
  button.dataset["state"] = copied ? "copied" : "failed";
  announce(copied ? "Copied" : "Copying is blocked by the browser");
  setTimeout(() => delete button.dataset["state"], shownFor);
}

/** Says a short message to screen readers. The page holds the live region, so that it is known before it speaks. */
function announce(message: string): void {
  const region = document.querySelector("#announcer");
  if (region === null) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}
