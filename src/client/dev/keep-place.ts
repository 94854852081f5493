const placeKey = "docs-build.place";

interface Place {
  readonly path: string;
  readonly left: number;
  readonly top: number;
  /** Whether each `<details>` is open, in the order of the page. */
  readonly open: readonly (readonly [summary: string, isOpen: boolean])[];
}

/** Remembers, until the page is loaded again, where the reader is and what is open. */
export function savePlace(): void {
  const open = [...document.querySelectorAll("details")].map((details) => [summaryOf(details), details.open] as const);
  const place: Place = { path: location.pathname, left: window.scrollX, top: window.scrollY, open };
  sessionStorage.setItem(placeKey, JSON.stringify(place));
}

/** Puts a page that was loaded again back as the reader had it. Sections are known by their summaries: one may be new. */
export function restorePlace(): void {
  const stored = sessionStorage.getItem(placeKey);
  if (stored === null) return;
  sessionStorage.removeItem(placeKey);
  const place: Place = JSON.parse(stored);
  if (place.path !== location.pathname) return;
  const rest = [...place.open];
  for (const details of document.querySelectorAll("details")) {
    const summary = summaryOf(details);
    const index = rest.findIndex(([known]) => known === summary);
    const [known] = index < 0 ? [] : rest.splice(index, 1);
    if (known !== undefined) details.open = known[1];
  }
  window.scrollTo({ left: place.left, top: place.top, behavior: "instant" });
}

function summaryOf(details: HTMLDetailsElement): string {
  return details.querySelector("summary")?.textContent ?? "";
}
