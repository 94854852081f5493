import type { AnnouncementView } from "#shared/view.ts";

import { Icon } from "./icon.tsx";
import { Markup } from "./markup.tsx";

/**
 * The notice above every page, with the button that dismisses it. `data-announcement` on the root element hides it, which
 * the inline script sets before the first paint when this very notice was dismissed earlier.
 */
export function Announcement({ announcement }: { readonly announcement: AnnouncementView }) {
  return (
    <aside className="announcement" aria-label="Announcement">
      <Markup as="p" html={announcement.html} />
      <button type="button" className="icon-button" data-action="dismiss-announcement">
        <Icon name="close" />
        <span className="visually-hidden">Dismiss announcement</span>
      </button>
    </aside>
  );
}
