import { hydrateIsland } from "./hydrate-island.tsx";
import { AnnouncementBar, ThemeToggle } from "./islands/shell.tsx";

const shell = { "announcement-bar": AnnouncementBar, "theme-toggle": ThemeToggle };

/** Hydrates an island of the page's frame. They share one small file; other islands belong to the site. */
export async function hydrate(island: HTMLElement): Promise<void> {
  if (Object.hasOwn(shell, island.dataset["island"] ?? "")) hydrateIsland(island, shell);
  else await (await import("./site-islands.ts")).hydrate(island);
}
