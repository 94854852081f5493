import { decodePercent } from "#shared/percent.ts";

/**
 * Marks the link to the section being read, in the table of contents or the reference's navigation, after each scroll,
 * jump, resize or unfolding. Only the present positions decide, with one exception: after a jump to a section, that
 * section is marked until the reader moves on.
 */
export function markSections(): void {
  const links = linksBySection();
  let current: Element | null = null;
  let jump = jumpToAddress();
  const mark = () => {
    if (jump !== null && Math.abs(topOf(jump.target) - jump.top) > 1) jump = null;
    const section =
      jump !== null && links.has(jump.target) ? jump.target : sectionInView([...links.keys()].filter(isShown));
    const link = links.get(section ?? document.body) ?? null;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    reveal(link);
    current = link;
  };
  for (const type of ["scroll", "resize", "change"]) addEventListener(type, mark, { passive: true });
  // Another tab or fold is shown. A fold's event doesn't bubble.
  addEventListener("toggle", mark, true);
  addEventListener("hashchange", () => {
    jump = jumpToAddress();
    mark();
  });
  mark();
}

function linksBySection(): ReadonlyMap<Element, Element> {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")) {
    const section = elementOf(link.hash);
    if (section !== null) links.set(section, link);
  }
  return links;
}

function jumpToAddress(): { readonly target: Element; readonly top: number } | null {
  const target = elementOf(location.hash);
  const top = topOf(target);
  return target === null || !isShown(target) || top < 0 || top > innerHeight ? null : { target, top };
}

/** A section in a hidden tab has no position, and one in a closed fold has a position that nobody sees. */
function isShown(section: Element): boolean {
  return section.getClientRects().length > 0 && section.closest("details:not([open]) > :not(summary)") === null;
}

function elementOf(hash: string): Element | null {
  return document.getElementById(decodePercent(hash.slice(1)) ?? "");
}

/**
 * Returns the first section that begins in view above the reading line, or else the last one that began before it; none
 * above the first section. On the page's last screen the line moves down, so that each of the last sections has its
 * turn.
 */
function sectionInView(sections: readonly Element[]): Element | undefined {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const line = Math.max(innerHeight / 4, padding);
  const pixelsBelow = document.documentElement.scrollHeight - innerHeight - scrollY;
  const missing = Math.max(0, topOf(sections.at(-1)) - pixelsBelow - line);
  const descent = missing * Math.max(0, 1 - pixelsBelow / innerHeight);
  const last = sections.findLast((section) => topOf(section) <= line + descent + 1);
  if (descent > 0) return last;
  // Rounding may differ by a pixel.
  const isAtTop = (top: number): boolean => top >= padding - 1 && top <= line + 1;
  return sections.find((section) => isAtTop(topOf(section))) ?? last;
}

function topOf(section: Element | null | undefined): number {
  return section?.getBoundingClientRect().top ?? 0;
}

/** In pixels. A link is scrolled this far from the end of its list, so that its neighbor shows too. */
const margin = 48;

/** Scrolls the navigation's list, not the page, until a link is in view. */
export function reveal(link: Element | null): void {
  const list = link?.closest(".menu-body, .toc");
  if (!link || !list) return;
  const group = link.closest("details");
  if (group !== null) group.open = true;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  const covered = list.querySelector(".menu-filter")?.clientHeight ?? 0;
  list.scrollTop +=
    Math.min(0, inner.top - outer.top - covered - margin) + Math.max(0, inner.bottom - outer.bottom + margin);
}
