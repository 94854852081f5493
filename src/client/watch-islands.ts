import { elementAt } from "./element-at.ts";

const hydrated = new WeakMap<Element, Promise<void>>();

/** Hydrates an island when the reader first points at it, touches it or moves the focus into it, and replays an early click. */
export function watchIslands(): void {
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    // Whoever only passes by need not hear of a failure.
    const onIntent = (event: Event) => void hydrate(elementAt(event, "[data-island]")).catch(() => undefined);
    document.addEventListener(type, onIntent);
  }
  document.addEventListener("click", replayClick, true);
}

async function hydrate(island: HTMLElement | null): Promise<void> {
  if (island === null) return;
  const loading = hydrated.get(island) ?? load(island);
  hydrated.set(island, loading);
  // A later intent tries again: the network may be back.
  loading.catch(() => hydrated.delete(island));
  return loading;
}

async function load(island: HTMLElement): Promise<void> {
  const isOfShell = island.dataset["island"] !== "explorer";
  const [{ hydrateIsland }, components] = await Promise.all([
    import("./hydrate-island.ts"),
    isOfShell ? import("./shell-islands.ts") : import("./explorer-island.ts"),
  ]);
  hydrateIsland(island, components);
  island.dataset["hydrated"] = "";
}

/** What the browser does by itself on click needs no script: popover buttons, links, summaries. */
const native = "[popovertarget], a[href], summary";

function replayClick(event: MouseEvent): void {
  const island = elementAt(event, "[data-island]");
  if (island === null || island.dataset["hydrated"] !== undefined || elementAt(event, native) !== null) return;
  event.stopPropagation();
  void open(island, elementAt(event, "button"));
}

/** Hydrates what a click was meant for, then repeats the click. The styles say that it is loading, once that takes a moment. */
async function open(island: HTMLElement, button: HTMLElement | null): Promise<void> {
  island.dataset["loading"] = "";
  try {
    await hydrate(island);
    button?.click();
  } catch (error) {
    const failure = { error, onRetry: () => void open(island, button) };
    // Where not even this arrives, the bare error must do: the next click tries again.
    await import("./on-demand.ts").then(
      async ({ recover }) => recover(island, failure),
      () => island.after(String(error)),
    );
  }
  delete island.dataset["loading"];
}
