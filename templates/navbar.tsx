import { ThemeToggle } from "#client/islands/shell.tsx";
import {
  type ContractVersionLink,
  frameId,
  type NavbarLinkView,
  type NavbarMenuView,
  type PageView,
} from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";
import { Brand } from "./brand.tsx";
import { Icon } from "./icon.tsx";
import { Island } from "./island.tsx";

/** The sticky bar at the top of every page. */
export function Navbar({ view }: { readonly view: PageView }) {
  const links = view.navbar.flatMap((entry) => ("items" in entry ? entry.items : [entry]));
  const apis = links.map(({ href }) => view.versions.find((version) => version.href === href)?.api);
  // If each version has its own entry, all entries keep their addresses.
  const versions = view.versions.filter(({ api }) => apis.filter((name) => name === api).length < 2);
  return (
    <header className="navbar">
      <MenuButton />
      <Brand view={view} />
      <nav className="navbar-links" aria-label="Main">
        {view.navbar.map((entry, index) =>
          "items" in entry ? (
            <NavbarMenu key={entry.label} menu={entry} id={frameId(`navbar-${index}`)} versions={versions} />
          ) : (
            <NavbarLink key={entry.href} link={entry} versions={versions} />
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
  readonly versions: readonly ContractVersionLink[];
}

/** A native popover, so that keys, outside clicks and Escape work as everywhere else, with or without script. */
function NavbarMenu({ menu: { label, items, current }, id, versions }: NavbarMenuProps) {
  return (
    <>
      <button type="button" className="navbar-menu" popoverTarget={id} aria-current={current ? "true" : undefined}>
        {label}
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" className="menu-list navbar-list">
        {items.map((link) => (
          <NavbarLink key={link.href} link={link} versions={versions} />
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

/**
 * The link to a reference has the addresses of all its versions, and on-demand.ts sets the chosen version's address. A
 * choice for another API doesn't change the link.
 */
export function NavbarLink({ link, versions }: { readonly link: NavbarLinkView } & Pick<NavbarMenuProps, "versions">) {
  const own = versions.find(({ href }) => href === link.href);
  const unchanged = versions.filter(({ api }) => api !== own?.api).map(({ id }) => [id, link.href] as const);
  const ofApi = versions.filter(({ api }) => api === own?.api).map(({ id, href }) => [id, href] as const);
  const hrefByVersion = own === undefined ? undefined : Object.fromEntries([...unchanged, ...ofApi]);
  return <Anchor link={link} current={link.current ? "true" : undefined} hrefByVersion={hrefByVersion} />;
}
