import { attributeOf, type Conversion } from "./conversion.ts";
import type { Tag } from "./mdx-parts.ts";

/** Elements that only carried looks, and those that act. */
const looks: ReadonlySet<string> = new Set([
  "div",
  "span",
  "section",
  "article",
  "center",
  "font",
  "main",
  "header",
  "footer",
  "nav",
]);
const acting: ReadonlySet<string> = new Set([
  "iframe",
  "video",
  "audio",
  "script",
  "style",
  "form",
  "button",
  "svg",
  "object",
  "embed",
  "input",
  "select",
  "source",
]);
const kept = [
  "href",
  "src",
  "alt",
  "title",
  "id",
  "name",
  "open",
  "width",
  "height",
  "align",
  "colSpan",
  "rowSpan",
  "start",
];

/** The tags of an element without expressions, classes and styles; null for one that acts. */
export function toHtmlTags(tag: Tag, page: Conversion): readonly [string, string] | null {
  const { name } = tag;
  if (acting.has(name)) return null;
  if (looks.has(name)) {
    const id = attributeOf(tag, "id");
    return [id === null ? "" : `<a id="${id}"></a>`, ""];
  }
  const attributes = kept.flatMap((key) => attributeText(tag, key, page));
  return [`<${[name, ...attributes].join(" ")}>`, /^(?:img|br|hr|wbr|col)$/.test(name) ? "" : `</${name}>`];
}

function attributeText({ attributes, ...tag }: Tag, key: string, page: Conversion): readonly string[] {
  const written = attributes.get(key);
  if (written === undefined) return [];
  if (written === null) return [key];
  const value = key === "src" || key === "href" ? addressIn(written, page) : attributeOf({ ...tag, attributes }, key);
  return value === null ? [] : [`${key.toLowerCase()}="${value.replace(/"/g, "&quot;")}"`];
}

/** `"/x.png"`, `{useBaseUrl("/x.png")}`, `{require("./x.png").default}`, `{Imported}` */
function addressIn(written: string, page: Conversion): string | null {
  if (!written.startsWith("{")) return page.toAddress(written.slice(1, -1));
  const code = written.slice(1, -1).trim();
  const [, quoted] = /["'`]([^"'`]+)["'`]/.exec(code) ?? [];
  const address = quoted ?? page.imports.get(code);
  return address === undefined ? null : page.toAddress(address);
}
