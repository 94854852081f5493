/** Shows where the reader is: brings the page's link in the menu into view, and marks the link to the section being read. */
export function showPlace(): void {
  reveal(document.querySelector(".menu-body [aria-current]"));
  markSectionInView();
}

/** Marks the link to the section at the top of the window in the table of contents or the reference's navigation. */
function markSectionInView(): void {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (section !== null) links.set(section, link);
  }
  const sections = [...links.keys()];
  let current = document.querySelector("[data-spy] [aria-current=true]");
  const mark = () => {
    const passed = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 4);
    const link = links.get(passed ?? sections[0] ?? document.body) ?? null;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    reveal(link);
    current = link;
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px" });
  for (const section of sections) observer.observe(section);
}

/** How far from the end of its list a link is brought, in pixels: its neighbour shows too. */
const margin = 48;

/** Scrolls a link of the navigation into view: its list moves, the page does not. */
function reveal(link: Element | null): void {
  const list = link?.closest(".menu-body, .toc");
  if (!link || !list) return;
  const group = link.closest("details");
  if (group !== null) group.open = true;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.min(0, inner.top - outer.top - margin) + Math.max(0, inner.bottom - outer.bottom + margin);
}
