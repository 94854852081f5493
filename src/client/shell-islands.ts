import { hydrateIsland } from "./hydrate-island.tsx";
import { AnnouncementBar, ThemeToggle } from "./islands/shell.tsx";

/** Hydrates an island of the page's shell: one small file, whichever the reader reaches for. */
export function hydrate(island: HTMLElement): void {
  hydrateIsland(island, { "announcement-bar": AnnouncementBar, "theme-toggle": ThemeToggle });
}
