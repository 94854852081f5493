import { AnnouncementBar } from "#client/islands/shell.tsx";
import type { AnnouncementView } from "#shared/view.ts";

import { Island } from "./island.tsx";
import { Markup } from "./markup.tsx";

/** The notice above every page, with its dismiss button. `data-announcement` on the root element hides it. */
export function Announcement({ announcement }: { readonly announcement: AnnouncementView }) {
  return (
    <aside className="announcement" aria-label="Announcement">
      <Markup as="p" html={announcement.html} />
      <Island name="announcement-bar" component={AnnouncementBar} props={{ id: announcement.id }} />
    </aside>
  );
}
