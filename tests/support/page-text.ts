import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const beside = new Set(["nav", "script", "style", "template", "footer"]);
const notProse = new Set([...beside, "figure", "pre", "table", "details", "svg"]);

/** The element with an id in the main part of a built page, or all of that part. */
export function findInMain(html: string, id: string | null): Element | null {
  const [main = null] = DomUtils.getElementsByTagName("main", parseDocument(html));
  if (main === null || id === null) return main;
  return DomUtils.findOne(({ attribs }) => attribs["id"] === id, main.children, true);
}

/** All that a reader can see in an element, disclosures opened. */
export function textOf(element: Element): string {
  return textWithout(element, beside);
}

/**
 * A page's running text, without code, tables, figures, disclosures, requests and lists of steps; a
 * grid of rules counts as a table.
 */
export function proseWords(element: Element): readonly string[] {
  return textWithout(element, notProse)
    .split(/\s+/)
    .filter((word) => /\w/.test(word));
}

function textWithout(element: Element, names: ReadonlySet<string>): string {
  return element.children
    .map((child) => {
      if ("data" in child) return child.nodeType === 3 ? child.data : " ";
      if (!("attribs" in child) || names.has(child.name)) return " ";
      if (names === notProse && /^(?:sample|steps|rules|first|copy-page)$/.test(child.attribs["class"] ?? ""))
        return " ";
      return `${isInline(child) ? "" : " "}${textWithout(child, names)}${isInline(child) ? "" : " "}`;
    })
    .join("");
}

const inline = new Set(["a", "abbr", "b", "c-", "code", "em", "i", "kbd", "small", "span", "strong"]);

function isInline({ name }: Element): boolean {
  return inline.has(name);
}
