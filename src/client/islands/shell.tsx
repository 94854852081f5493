import { applyTheme, storeChoice } from "../choices.ts";

/**
 * Switches between light and dark, and the system's mode if the site offers it. The inline script puts the mode on the
 * root element before the first paint, and the styles choose the button's icon and name, so the server's markup fits
 * every mode.
 */
export function ThemeToggle({ offersSystem = false }: { readonly offersSystem?: boolean }) {
  return (
    <button type="button" className="icon-button theme-toggle" onClick={switchTheme}>
      <svg className="icon when-light" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z" />
      </svg>
      <svg className="icon when-dark" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="3.4" />
        <path d="M10 2v1.6m0 12.8V18M2 10h1.6m12.8 0H18M4.3 4.3l1.2 1.2m9 9 1.2 1.2m0-11.4-1.2 1.2m-9 9-1.2 1.2" />
      </svg>
      {offersSystem && (
        <svg className="icon when-system" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 4h14v9H3zM7 16.5h6M10 13v3.5" />
        </svg>
      )}
      <span className="visually-hidden when-light">Switch to dark mode</span>
      <span className="visually-hidden when-dark">
        {offersSystem ? "Follow the system's color mode" : "Switch to light mode"}
      </span>
      {offersSystem && <span className="visually-hidden when-system">Switch to light mode</span>}
    </button>
  );
}

function switchTheme(): void {
  const { mode, theme: shown } = document.documentElement.dataset;
  // Light, dark and, if the site offers it, the system's.
  const afterDark = mode === "dark" ? "system" : "light";
  const theme = mode === "system" ? "light" : shown === "dark" ? afterDark : "dark";
  applyTheme(theme);
  storeChoice("theme", theme);
}

/**
 * Closes the announcement. An attribute on the root element hides the notice, and the inline script sets it before the
 * first paint if the reader closed this notice earlier.
 */
export function AnnouncementBar({ id }: { readonly id: string }) {
  const dismiss = () => {
    storeChoice("docs.announcement", id);
    document.documentElement.dataset["announcement"] = "dismissed";
    // The focused button is gone, so the focus goes to the first link of the navbar instead of the top of the document.
    document.querySelector<HTMLElement>(".navbar .brand")?.focus();
  };
  return (
    <button type="button" className="icon-button" onClick={dismiss}>
      <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="m5 5 10 10M15 5 5 15" />
      </svg>
      <span className="visually-hidden">Dismiss announcement</span>
    </button>
  );
}
