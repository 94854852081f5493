import { Icon } from "./icon.tsx";

/**
 * Switches between light and dark, and the system's mode where the site offers it. The mode lives on the root element,
 * where the inline script puts it before the first paint; icon and name are chosen by the styles, so the markup suits all.
 */
export function ThemeToggle({ offersSystem }: { readonly offersSystem: boolean }) {
  return (
    <button type="button" className="icon-button theme-toggle" data-action="switch-theme">
      <Icon name="moon" className="when-light" />
      <Icon name="sun" className="when-dark" />
      {offersSystem && <Icon name="screen" className="when-system" />}
      <span className="visually-hidden when-light">Switch to dark mode</span>
      <span className="visually-hidden when-dark">
        {offersSystem ? "Follow the system's color mode" : "Switch to light mode"}
      </span>
      {offersSystem && <span className="visually-hidden when-system">Switch to light mode</span>}
    </button>
  );
}
