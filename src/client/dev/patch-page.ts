/** Scripts read these elements when a page loads, so a change in one needs a reload. */
const loadTime = "script, [data-spy], .tabs input, [data-island]";

/**
 * Applies the differences between two versions of a page, as the server sent them, to the page that's shown. Unchanged
 * elements keep their state: scrolled, opened, focused, hydrated. Returns false if only a reload gives the right
 * result; the page may be half changed then.
 */
export function patchPage(live: Document, before: Document, after: Document): boolean {
  const [isHeadSame, isBodySame] = [before.head.isEqualNode(after.head), before.body.isEqualNode(after.body)];
  if (isHeadSame && isBodySame) return false;
  return (
    (isHeadSame || patchHead(live.head, before.head, after.head)) &&
    (isBodySame || patchElement(live.body, before.body, after.body))
  );
}

function patchHead(live: Element, before: Element, after: Element): boolean {
  const olds = [...before.children];
  const news = [...after.children];
  const lives = [...live.children];
  if (olds.length !== news.length || olds.length !== lives.length) return before.isEqualNode(after);
  return lives.every((element, index) => {
    const [old, next] = [olds[index], news[index]];
    if (old === undefined || next === undefined) return false;
    if (old.isEqualNode(next)) return true;
    if (!element.matches("title, meta:not([http-equiv]), link") || element.tagName !== next.tagName) return false;
    const changed = document.importNode(next, true);
    if (!element.matches("link[rel=stylesheet]")) {
      element.replaceWith(changed);
    } else {
      // The old styles stay until the new ones have loaded, so that nothing flashes.
      changed.addEventListener("load", () => element.remove());
      element.after(changed);
    }
    return true;
  });
}

function patchElement(live: Element, before: Element, after: Element): boolean {
  if (live.matches(loadTime)) return false;
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of after.attributes)
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  const [lives, olds, news] = [live, before, after].map(({ childNodes }) => [...childNodes]);
  if (lives === undefined || olds === undefined || news === undefined || lives.length !== olds.length) return false;
  const start = countEqual(olds, news);
  const next = olds.length === news.length ? start + 1 : start;
  const end = countEqual(olds.slice(next).reverse(), news.slice(next).reverse());
  const [changed, changes] = [lives.slice(start, lives.length - end), news.slice(start, news.length - end)];
  const oldNodes = olds.slice(start, olds.length - end);
  const following = lives[lives.length - end] ?? null;
  return patchNodes({ live, following, changed, oldNodes, changes });
}

function countEqual(olds: readonly Node[], news: readonly Node[]): number {
  const index = olds.findIndex((old, position) => !old.isEqualNode(news[position] ?? null));
  return index < 0 ? olds.length : index;
}

interface ChangedNodes {
  readonly live: Element;
  readonly following: Node | null;
  readonly changed: readonly ChildNode[];
  readonly oldNodes: readonly Node[];
  readonly changes: readonly Node[];
}

function patchNodes({ live, following, changed, oldNodes, changes }: ChangedNodes): boolean {
  for (const [index, node] of changed.entries()) {
    const [old, next] = [oldNodes[index], changes[index]];
    if (next === undefined) {
      if (isLoadTime(node)) return false;
      node.remove();
    } else if (index > 0 && old?.isEqualNode(next) === true) {
      continue;
    } else if (
      node instanceof Element &&
      old instanceof Element &&
      next instanceof Element &&
      old.tagName === next.tagName
    ) {
      if (!patchElement(node, old, next)) return false;
    } else {
      if (isLoadTime(node) || isLoadTime(next)) return false;
      node.replaceWith(document.importNode(next, true));
    }
  }
  const added = changes.slice(changed.length);
  if (added.some(isLoadTime)) return false;
  for (const node of added) live.insertBefore(document.importNode(node, true), following);
  return true;
}

function isLoadTime(node: Node): boolean {
  return node instanceof Element && (node.matches(loadTime) || node.querySelector(loadTime) !== null);
}
