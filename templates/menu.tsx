import type { ReactNode } from "react";

import { frameId, type PageView } from "#shared/view.ts";

import { Icon } from "./icon.tsx";
import { NavbarLink } from "./navbar.tsx";
import { ReferenceMenu } from "./reference/reference-menu.tsx";
import { Sidebar } from "./sidebar.tsx";

/**
 * The page's navigation: a column beside the text on wide screens, and on narrow screens a native popover that the
 * navbar's button opens, with or without script. Only there it repeats the navbar's links.
 */
export function Menu({ view }: { readonly view: PageView }) {
  const content = menuContent(view);
  return (
    <nav
      id={frameId("menu")}
      popover="auto"
      className={content === null ? "menu menu-narrow" : "menu"}
      aria-label="Pages"
    >
      <div className="menu-head">
        {view.navbar.map((entry) =>
          "items" in entry ? (
            <details key={entry.label} open={entry.current}>
              <summary>{entry.label}</summary>
              {entry.items.map((link) => (
                <NavbarLink key={link.href} link={link} />
              ))}
            </details>
          ) : (
            <NavbarLink key={entry.href} link={entry} />
          ),
        )}
        <button type="button" className="icon-button" popoverTarget={frameId("menu")} popoverTargetAction="hide">
          <Icon name="close" />
          <span className="visually-hidden">Close menu</span>
        </button>
      </div>
      {content !== null && <div className="menu-body">{content}</div>}
      {content !== null && (
        <button type="button" className="sidebar-toggle" data-action="toggle-sidebar">
          <Icon name="panel" />
          <span className="when-expanded">Collapse sidebar</span>
          <span className="when-collapsed">Expand sidebar</span>
        </button>
      )}
    </nav>
  );
}

function menuContent(view: PageView): ReactNode {
  switch (view.kind) {
    case "document":
      return view.sidebar === null ? null : <Sidebar nodes={view.sidebar} />;
    case "not-found":
      return null;
    case "reference":
      return <ReferenceMenu view={view} />;
  }
}
