/* The islands of the page's shell, by the names they have in the markup: one small file, whichever the reader reaches for. */
// With it React and its JSX are one file, for the islands of either kind.
import "react";

export { AnnouncementBar as "announcement-bar" } from "./islands/announcement-bar.tsx";
export { ThemeToggle as "theme-toggle" } from "./islands/theme-toggle.tsx";
