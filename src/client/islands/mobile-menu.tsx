import { useEffect, useRef } from "react";

/**
 * The navbar's menu button on narrow screens. The menu is a native popover and opens without script; hydrated, the
 * button also keeps the focus in the open menu, takes it back afterwards, and closes the menu when a link in it is
 * followed or the window grows to where the menu is a column. (The styles hold the page still while it is open.)
 */
export function MobileMenu() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const menu = document.getElementById("menu");
    return menu === null || button.current === null ? undefined : watchMenu(menu, button.current);
  }, []);
  return (
    <button type="button" className="icon-button menu-button" popoverTarget="menu" ref={button}>
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5.5h14M3 10h14M3 14.5h14" />
      </svg>
      <span className="visually-hidden">Open menu</span>
    </button>
  );
}

function watchMenu(menu: HTMLElement, button: HTMLElement): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let followed = false;
  const close = () => {
    if (isOpen(menu)) menu.hidePopover();
  };
  const onToggle = () => {
    const open = isOpen(menu);
    for (const element of elementsBeside(menu)) element.inert = open;
    if (open) focusIn(menu);
    // A followed link leads the focus to its target, which may be on this page.
    else if (!followed) button.focus({ preventScroll: true });
    followed = false;
  };
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest("a[href]") === null) return;
    followed = true;
    close();
  };
  menu.addEventListener("toggle", onToggle, { signal });
  menu.addEventListener("click", onClick, { signal });
  matchMedia("(width >= 62.3125em)").addEventListener("change", close, { signal });
  if (isOpen(menu)) onToggle();
  return () => listeners.abort();
}

function isOpen(menu: HTMLElement): boolean {
  return menu.matches(":popover-open");
}

/** Everything of the page that is neither the menu nor around it. */
function elementsBeside(menu: HTMLElement): readonly HTMLElement[] {
  const parent = menu.parentElement;
  if (parent === null || menu === document.body) return [];
  const siblings = [...parent.children].filter((child) => child instanceof HTMLElement);
  return [...siblings.filter((child) => child !== menu), ...elementsBeside(parent)];
}

function focusIn(menu: HTMLElement): void {
  const current = menu.querySelector<HTMLElement>(".menu-body [aria-current]");
  const first = menu.querySelector<HTMLElement>("a, button");
  (current ?? first)?.focus();
}
