import { parse, postprocess, preprocess } from "micromark";
import { mdxjs } from "micromark-extension-mdxjs";

/** A stretch of a page's text, in characters from its start. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A JSX tag; `attributes` are as written, a value in braces with them. */
export interface JsxTag extends TextRange {
  readonly kind: "open" | "close" | "whole";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string | null>;
  /** True for a tag that stands on lines of its own. */
  readonly isBlock: boolean;
}

/** What a page holds that Markdown does not know, and the addresses of its links and images. */
export interface MdxParts {
  readonly modules: TextRange[];
  readonly expressions: TextRange[];
  readonly tags: JsxTag[];
  readonly addresses: TextRange[];
  readonly code: TextRange[];
}

/** Where a page stops being MDX. */
interface MdxFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the parts of a page by the tokens of micromark: the author's text stays as it is around them. */
export function findMdxParts(text: string): MdxParts | MdxFault {
  let events: Events;
  try {
    events = tokenize(mask(text), [mdxjs()]);
  } catch (error) {
    return toFault(error);
  }
  return partsIn(events, text);
}

/** The same for a page that is no MDX: links and code only. */
export function findMarkdownParts(text: string): MdxParts {
  return partsIn(tokenize(maskComments(text), []), text);
}

type Events = ReturnType<typeof postprocess>;

function tokenize(text: string, extensions: ReturnType<typeof mdxjs>[]): Events {
  const document = parse({ extensions }).document();
  return postprocess(document.write(preprocess()(text, undefined, true)));
}

/** Where a token of micromark belongs that is a part by itself. */
const partByToken: ReadonlyMap<string, "modules" | "expressions" | "addresses" | "code"> = new Map([
  ["mdxjsEsm", "modules"],
  ["mdxFlowExpression", "expressions"],
  ["mdxTextExpression", "expressions"],
  ["codeFenced", "code"],
  ["codeText", "code"],
  ["resourceDestinationString", "addresses"],
  ["definitionDestinationString", "addresses"],
]);

function partsIn(events: Events, text: string): MdxParts {
  const parts: MdxParts = { modules: [], expressions: [], tags: [], addresses: [], code: [] };
  let tag: {
    name: string;
    attributes: Map<string, string | null>;
    attribute: string;
    closes: boolean;
    whole: boolean;
  } | null = null;
  for (const [step, token] of events) {
    const type: string = token.type;
    const part = { start: token.start.offset, end: token.end.offset };
    const written = text.slice(part.start, part.end).trim();
    const detail = type.replace(/^mdxJsx(Flow|Text)Tag/, "");
    const isTag = detail === "" && type.startsWith("mdxJsx");
    if (step === "enter") {
      if (isTag) tag = { name: "", attributes: new Map(), attribute: "", closes: false, whole: false };
      continue;
    }
    const list = partByToken.get(type);
    if (list !== undefined) parts[list].push(part);
    if (tag === null) continue;
    if (detail === "Name") tag.name = written;
    else if (detail === "AttributeName") {
      tag.attribute = written;
      tag.attributes.set(written, null);
    } else if (detail === "AttributeValueLiteral" || detail === "AttributeValueExpression") {
      tag.attributes.set(tag.attribute, written);
    } else if (detail === "ClosingMarker") tag.closes = true;
    else if (detail === "SelfClosingMarker") tag.whole = true;
    else if (isTag) {
      const { name, attributes, closes, whole } = tag;
      const kind = closes ? "close" : whole ? "whole" : "open";
      parts.tags.push({ ...part, name, attributes, kind, isBlock: type === "mdxJsxFlowTag" });
      tag = null;
    }
  }
  return parts;
}

/** Comments of HTML, `{#id}` and formulas are what sites allow beside MDX: blanks stand in for them, so that places stay. */
function mask(text: string): string {
  return maskComments(text)
    .replace(/\{#[\w.-]+\}[ \t]*$/gm, toBlanks)
    .replace(/\$\$[^$]*\$\$|\$(?=\S)[^$\n]*\S\$/g, (formula) => formula.replace(/[{}<>]/g, " "));
}

/** Without an expression, which would look for the end of each comment that has none through all of the text. */
function maskComments(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (;;) {
    const start = text.indexOf("<!--", done);
    const end = start < 0 ? -1 : text.indexOf("-->", start);
    if (end < 0) break;
    pieces.push(text.slice(done, start), toBlanks(text.slice(start, end + 3)));
    done = end + 3;
  }
  return [...pieces, text.slice(done)].join("");
}

function toBlanks(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function toFault(error: unknown): MdxFault {
  const place = typeof error === "object" && error !== null && "place" in error ? error.place : null;
  const point = typeof place === "object" && place !== null && "start" in place ? place.start : place;
  const numberAt = (key: string): number =>
    typeof point === "object" && point !== null ? Number(Reflect.get(point, key) ?? 1) : 1;
  const reason = error instanceof Error && "reason" in error ? String(error.reason) : String(error);
  return { message: reason, line: numberAt("line"), column: numberAt("column") };
}
