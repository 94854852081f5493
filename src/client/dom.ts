/** Creates an element with attributes and content. Strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Loads the styles that an element's data names, once. Without them, their part of the page looks plain but works. */
export async function addStyles(name: "data-explorer-styles" | "data-search"): Promise<unknown> {
  const href = document.querySelector(`[${name}]`)?.getAttribute(name) ?? "";
  if (href === "" || document.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) return undefined;
  const link = element("link", { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

/**
 * True for a key that belongs to an input method. For the Enter that ends a composition, Safari only sets the key code.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** A range of characters in the text below a node. */
export function rangeIn(root: Node, start: number, length: number): Range {
  const range = new Range();
  let passed = 0;
  for (const node of textsIn(root)) {
    const end = passed + node.data.length;
    if (passed <= start && start < end) range.setStart(node, start - passed);
    if (passed < start + length && start + length <= end) range.setEnd(node, start + length - passed);
    passed = end;
  }
  return range;
}

export function textsIn(root: Node): readonly Text[] {
  if (root instanceof Text) return [root];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  return texts;
}

/** Colors ranges of text by the page's styles for this name, and nothing else. Older browsers show no color. */
export function highlight(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === "undefined") return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
