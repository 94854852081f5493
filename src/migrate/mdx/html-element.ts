import { blocks, onLines, surroundings } from "./blocks.ts";
import {
  attributeText,
  attributeValue,
  isElement,
  isExpression,
  type MdxElement,
  type MdxPage,
  rangeOf,
  writtenAttribute,
} from "./mdx-page.ts";

/** Elements that only style their content, `<>` among them. */
const looks: ReadonlySet<string> = new Set(" div span section article center font main header footer nav".split(" "));
const acting: ReadonlySet<string> = new Set(
  "video audio script style form button svg object embed input select source".split(" "),
);

export function html(element: MdxElement, page: MdxPage): string {
  const name = element.name ?? "";
  if (acting.has(name)) {
    const hint = name === "video" ? "write ::video[Title]{src=… poster=…}" : "link to it, or write it as Markdown";
    page.reportAt(rangeOf(element), `\`<${name}>\` is left out`, hint);
    return "";
  }
  const id = attributeText(element, "id");
  const anchor = id === null ? "" : `<a id="${id}"></a>`;
  const [before, after] = looks.has(name) ? [anchor, ""] : tagsOf(element, page);
  const isLine = holdsWords(element);
  const text = isLine ? page.innerHtml(element) : page.inner(element);
  if (page.isHtml) return before + text + after;
  if (element.type === "mdxJsxTextElement") return before + text + after + (isLine ? gapAfter(element, page) : "");
  if (isLine) return onLines(before + text + after, element, page);
  return onLines(text === "" ? before + after : blocks(before, text, after), element, page);
}

/** Elements whose start makes a block of HTML of the lines up to an empty one (CommonMark 0.31, section 4.6). */
const blockNames =
  /^(?:address|aside|blockquote|caption|d[dlt]|details|fig(?:caption|ure)|h[1-6]|li|[ou]l|p|pre|summary|t(?:able|body|d|foot|h|head|r))$/;

/** Within these, empty lines would make paragraphs. */
const lineNames = /^(?:caption|dt|figcaption|h[1-6]|p|pre|summary)$/;

/** Markdown on the line of a block's tag is no Markdown. */
function holdsWords({ name, type, children }: MdxElement): boolean {
  if (type === "mdxJsxTextElement") return blockNames.test(name ?? "");
  return (
    lineNames.test(name ?? "") &&
    children.every((child) => child.type === "paragraph" || isExpression(child) || isElement(child))
  );
}

/** What follows in the paragraph is Markdown again below an empty line. */
function gapAfter(element: MdxElement, page: MdxPage): string {
  const { prefix, isFirst, isLast } = surroundings(element, page);
  return isFirst && isLast ? `\n${prefix.trimEnd()}` : "";
}

const attributeNames = "href src alt title id name open width height align colSpan rowSpan start".split(" ");
const frameAttributes = "src title width height allow allowFullScreen loading referrerPolicy".split(" ");

function tagsOf(element: MdxElement, page: MdxPage): readonly [before: string, after: string] {
  const name = element.name ?? "";
  if (name === "iframe" && writtenAttribute(element, "sandbox") !== null)
    page.reportAt(rangeOf(element), "`sandbox` of an `<iframe>` is left out: the frame may do more");
  const attributes = (name === "iframe" ? frameAttributes : attributeNames).flatMap((key) => {
    const written = writtenAttribute(element, key);
    if (written === null) return [];
    const value = key === "src" || key === "href" ? addressOf(element, key, page) : attributeText(element, key);
    const isFlag =
      /^(?:open|allowFullScreen)$/.test(key) && !(written.isCode && attributeValue(element, key) === false);
    if (isFlag) return [key.toLowerCase()];
    if (value === null && /^(?:src|href)$/.test(key))
      page.reportAt(rangeOf(element), `the address of \`<${name}>\` is left out: only running the page would tell`);
    return value === null ? [] : [`${key.toLowerCase()}="${value.replace(/"/g, "&quot;")}"`];
  });
  return [`<${[name, ...attributes].join(" ")}>`, /^(?:img|br|hr|wbr|col)$/.test(name) ? "" : `</${name}>`];
}

/** `"/x.png"`, `{useBaseUrl("/x.png")}`, `{require("./x.png").default}`, `{Imported}` */
function addressOf(element: MdxElement, key: string, page: MdxPage): string | null {
  const { text, isCode } = writtenAttribute(element, key) ?? { text: "", isCode: false };
  const [, quoted] = (isCode && /["'`]([^"'`]+)["'`]/.exec(text)) || [];
  // useBaseUrl("x.png") starts at the root, too.
  const rooted = /\buseBaseUrl\(/.test(text) ? quoted?.replace(/^(?![a-z]+:|\/)/i, "/") : quoted;
  const address = isCode ? (rooted ?? page.imports.get(text.trim())) : text;
  if (address === undefined) return null;
  if (key === "href") return page.toAddress(address);
  return page.toShown(element.name === "iframe" ? "frame-src" : "img-src", address);
}
