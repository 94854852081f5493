/** Scripts and policies are read only when a page loads, so a change in one of these needs a reload. */
const loadTime = "script, meta[http-equiv], [data-spy], .tabs input, [data-island]";

/**
 * Applies the differences between two versions of a page, as the server sent them, to the page that's shown. Unchanged
 * elements keep their state: scrolled, opened, focused, hydrated. Returns false if only a reload gives the right
 * result; the page may be half changed then.
 */
export function patchPage(live: Document, before: Document, after: Document): boolean {
  const changed = (["head", "body"] as const).filter((part) => !before[part].isEqualNode(after[part]));
  return changed.length > 0 && changed.every((part) => patchElement(live[part], before[part], after[part]));
}

function patchElement(live: Element, before: Element, after: Element): boolean {
  if (live.matches(loadTime)) return false;
  if (live.matches("link[rel=stylesheet]")) return swapStyles(live, after);
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of after.attributes)
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  return patchChildren(live, before, after);
}

/** The old styles stay until the new ones have loaded, so that nothing flashes. */
function swapStyles(live: Element, after: Element): boolean {
  const link = document.importNode(after, true);
  link.addEventListener("load", () => live.remove());
  live.after(link);
  return true;
}

function patchChildren(live: Element, before: Element, after: Element): boolean {
  const [lives, olds, news] = [[...live.childNodes], [...before.childNodes], [...after.childNodes]];
  // A script has added or removed children.
  if (lives.length !== olds.length) return false;
  const start = countEqual(olds, news);
  const end = countEqual(olds.slice(start).reverse(), news.slice(start).reverse());
  const following = lives[lives.length - end] ?? null;
  const changed = lives.slice(start, lives.length - end);
  const changes = news.slice(start, news.length - end);
  return Array.from({ length: Math.max(changed.length, changes.length) }).every((_, index) => {
    const [node, next] = [changed[index], changes[index]];
    const old = node && olds[start + index];
    if (old && next && old.isEqualNode(next)) return true;
    if (isElement(node) && isElement(old) && isElement(next) && old.tagName === next.tagName)
      return patchElement(node, old, next);
    if (isLoadTime(node) || isLoadTime(next)) return false;
    node?.remove();
    if (next) live.insertBefore(document.importNode(next, true), changed[index + 1] ?? following);
    return true;
  });
}

function countEqual(olds: readonly Node[], news: readonly Node[]): number {
  const index = olds.findIndex((old, position) => !old.isEqualNode(news[position] ?? null));
  return index < 0 ? olds.length : index;
}

function isElement(node: Node | undefined): node is Element {
  return node instanceof Element;
}

function isLoadTime(node: Node | undefined): boolean {
  return isElement(node) && (node.matches(loadTime) || node.querySelector(loadTime) !== null);
}
