/** What it takes to bring an island to life: its component, loaded on demand. */
const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  "announcement-bar": () => import("./islands/announcement-bar.tsx").then((module) => module.AnnouncementBar),
  "mobile-menu": () => import("./islands/mobile-menu.tsx").then((module) => module.MobileMenu),
  "theme-toggle": () => import("./islands/theme-toggle.tsx").then((module) => module.ThemeToggle),
};

const hydrated = new WeakMap<Element, Promise<void>>();

/** Hydrates an island when the reader first points at it, touches it or moves the focus into it, and replays an early click. */
export function watchIslands(): void {
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, ({ target }) => void hydrate(islandOf(target)), { passive: true });
  }
  document.addEventListener("click", replayClick, { capture: true });
}

function islandOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
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
  const [{ hydrateIsland }, component] = await Promise.all([import("./hydrate-island.ts"), loader()]);
  hydrateIsland(island, component);
  island.dataset["hydrated"] = "";
}

/** What the browser does by itself on click needs no script: popover buttons, links, summaries. */
const native = "[popovertarget], a[href], summary";

function replayClick(event: MouseEvent): void {
  const { target } = event;
  const island = islandOf(target);
  if (island === null || !(target instanceof Element) || island.dataset["hydrated"] !== undefined) return;
  if (target.closest(native) !== null) return;
  event.stopPropagation();
  const button = target.closest<HTMLElement>("button");
  hydrate(island).then(
    () => button?.click(),
    () => undefined,
  );
}
