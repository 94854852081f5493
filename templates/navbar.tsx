import { ThemeToggle } from "#client/islands/shell.tsx";
import { frameId, type NavbarLinkView, type NavbarMenuView, type PageView } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Brand } from "./brand.tsx";
import { Icon } from "./icon.tsx";
import { Island } from "./island.tsx";

/** The sticky bar at the top of every page. */
export function Navbar({ view }: { readonly view: PageView }) {
  return (
    <header className="navbar">
      <MenuButton />
      <Brand view={view} />
      <nav className="navbar-links" aria-label="Main">
        {view.navbar.map((entry, index) =>
          "items" in entry ? (
            <NavbarMenu key={entry.label} menu={entry} id={frameId(`navbar-${index}`)} />
          ) : (
            <NavbarLink key={entry.href} link={entry} />
          ),
        )}
      </nav>
      <div className="navbar-tools">
        <SearchButton styles={view.site.assets.searchStyles} />
        <Island
          name="theme-toggle"
          component={ThemeToggle}
          props={view.site.defaultColorMode === "system" ? { offersSystem: true } : {}}
        />
      </div>
    </header>
  );
}

interface NavbarMenuProps {
  readonly menu: NavbarMenuView;
  readonly id: string;
}

/** A native popover, so that keys, outside clicks and Escape work as everywhere else, with or without script. */
function NavbarMenu({ menu: { label, items, current }, id }: NavbarMenuProps) {
  return (
    <>
      <button type="button" className="navbar-menu" popoverTarget={id} aria-current={current ? "true" : undefined}>
        {label}
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" className="menu-list navbar-list">
        {items.map((link) => (
          <NavbarLink key={link.href} link={link} />
        ))}
      </div>
    </>
  );
}

function MenuButton() {
  return (
    <button type="button" className="icon-button menu-button" popoverTarget={frameId("menu")} data-action="hold-focus">
      <Icon name="menu" />
      <span className="visually-hidden">Open menu</span>
    </button>
  );
}

function SearchButton({ styles }: { readonly styles: string }) {
  return (
    <button
      type="button"
      className="button search-button"
      data-search={styles}
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
    >
      <Icon name="search" />
      <span>Search</span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  );
}

export function NavbarLink({ link }: { readonly link: NavbarLinkView }) {
  return (
    <Anchor link={link} current={link.current ? "true" : undefined} hrefByVersion={link.hrefByVersion ?? undefined} />
  );
}
