import { elementAt } from "./element-at.ts";

/** What it takes to bring an island to life: a module whose one export is the component, loaded on demand. */
const loaders: Readonly<Record<string, () => Promise<object>>> = {
  "announcement-bar": () => import("./islands/announcement-bar.tsx"),
  "mobile-menu": () => import("./islands/mobile-menu.tsx"),
  "theme-toggle": () => import("./islands/theme-toggle.tsx"),
};

const hydrated = new WeakMap<Element, Promise<void>>();

/** Hydrates an island when the reader first points at it, touches it or moves the focus into it, and replays an early click. */
export function watchIslands(): void {
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, (event) => void hydrate(elementAt(event, "[data-island]")), { passive: true });
  }
  document.addEventListener("click", replayClick, { capture: true });
}

async function hydrate(island: HTMLElement | null): Promise<void> {
  if (island === null) return;
  const known = hydrated.get(island);
  if (known !== undefined) return known;
  const loading = load(island);
  hydrated.set(island, loading);
  // A later intent tries again: the network may be back.
  loading.catch(() => hydrated.delete(island));
  return loading;
}

async function load(island: HTMLElement): Promise<void> {
  const name = island.dataset["island"] ?? "";
  const loader = loaders[name];
  if (loader === undefined) return;
  const [{ hydrateIsland }, module] = await Promise.all([import("./hydrate-island.ts"), loader()]);
  hydrateIsland(island, module);
  island.dataset["hydrated"] = "";
}

/** What the browser does by itself on click needs no script: popover buttons, links, summaries. */
const native = "[popovertarget], a[href], summary";

function replayClick(event: MouseEvent): void {
  const island = elementAt(event, "[data-island]");
  if (island === null || island.dataset["hydrated"] !== undefined || elementAt(event, native) !== null) return;
  event.stopPropagation();
  const button = elementAt(event, "button");
  hydrate(island).then(
    () => button?.click(),
    () => undefined,
  );
}
