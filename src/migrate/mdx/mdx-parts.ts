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
  readonly modules: readonly TextRange[];
  readonly expressions: readonly TextRange[];
  readonly tags: readonly JsxTag[];
  readonly addresses: readonly TextRange[];
  readonly code: readonly TextRange[];
}

/** Where a page stops being MDX. */
interface MdxFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the parts of a page by the tokens of micromark: the author's text stays as it is around them. */
export function findMdxParts(text: string): MdxParts | MdxFault {
  return collect(text, mask(text), [mdxjs()]);
}

/** The same for a page that is no MDX: links and code only. */
export function findMarkdownParts(text: string): MdxParts {
  const found = collect(text, maskComments(text), []);
  // Only MDX has faults.
  return "message" in found ? { modules: [], expressions: [], tags: [], addresses: [], code: [] } : found;
}

type Events = ReturnType<typeof postprocess>;
type Extensions = readonly ReturnType<typeof mdxjs>[];

/**
 * Reads section by section: at the end of every list micromark copies all that it has read of a text, so that whole
 * changelogs take time with the square of their length. An expression may reach into the next section: then they are
 * read as one, twice as many at each try.
 */
function collect(text: string, masked: string, extensions: Extensions): MdxParts | MdxFault {
  const parts = {
    modules: new Array<TextRange>(),
    expressions: new Array<TextRange>(),
    tags: new Array<JsxTag>(),
    addresses: new Array<TextRange>(),
    code: new Array<TextRange>(),
  };
  const starts = sectionStarts(masked);
  let index = 0;
  let count = 1;
  while (index < starts.length) {
    const start = starts[index] ?? 0;
    const found = tokenize(masked.slice(start, starts[index + count]), extensions);
    if (Array.isArray(found)) {
      collectEvents(found, { text, start, parts });
      index += count;
      count = 1;
    } else if (index + count < starts.length) count *= 2;
    else return { ...found, line: found.line + text.slice(0, start).split("\n").length - 1 };
  }
  return parts;
}

/** Where sections begin: with the text, and at headings below an empty line, but in code. */
function sectionStarts(text: string): readonly number[] {
  const starts = [0];
  let fence: string | null = null;
  let isAfterEmpty = false;
  let start = 0;
  for (const line of text.split("\n")) {
    const [, mark] = fenceLine.exec(line) ?? [];
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null;
    if (fence === null && isAfterEmpty && /^#{1,6} /.test(line)) starts.push(start);
    isAfterEmpty = line.trim() === "";
    start += line.length + 1;
  }
  return starts;
}

/** A line that opens or closes fenced code, in quotes and lists as well. */
export const fenceLine = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;

function tokenize(text: string, extensions: Extensions): Events | MdxFault {
  try {
    const document = parse({ extensions: [...extensions] }).document();
    return postprocess(document.write(preprocess()(text, undefined, true)));
  } catch (error) {
    return toFault(error);
  }
}

interface CollectedParts {
  readonly text: string;
  /** Where the section begins. */
  readonly start: number;
  readonly parts: {
    readonly modules: TextRange[];
    readonly expressions: TextRange[];
    readonly tags: JsxTag[];
    readonly addresses: TextRange[];
    readonly code: TextRange[];
  };
}

function collectEvents(events: Events, { text, start, parts }: CollectedParts): void {
  let tag: {
    name: string;
    attributes: Map<string, string | null>;
    attribute: string;
    closes: boolean;
    whole: boolean;
  } | null = null;
  for (const [step, token] of events) {
    const type: string = token.type;
    const part = { start: start + token.start.offset, end: start + token.end.offset };
    const written = text.slice(part.start, part.end).trim();
    const detail = type.replace(/^mdxJsx(Flow|Text)Tag/, "");
    if (step === "enter") {
      if (detail === "" && type.startsWith("mdxJsx")) {
        tag = { name: "", attributes: new Map(), attribute: "", closes: false, whole: false };
      }
      continue;
    }
    if (type === "mdxjsEsm") parts.modules.push(part);
    else if (type === "mdxFlowExpression" || type === "mdxTextExpression") parts.expressions.push(part);
    else if (type === "codeFenced" || type === "codeText") parts.code.push(part);
    else if (type === "resourceDestinationString" || type === "definitionDestinationString") parts.addresses.push(part);
    if (tag === null) continue;
    if (detail === "Name") tag.name = written;
    else if (detail === "AttributeName") {
      tag.attribute = written;
      tag.attributes.set(written, null);
    } else if (detail === "AttributeValueLiteral" || detail === "AttributeValueExpression") {
      tag.attributes.set(tag.attribute, written);
    } else if (detail === "ClosingMarker") tag.closes = true;
    else if (detail === "SelfClosingMarker") tag.whole = true;
    else if (detail === "" && type.startsWith("mdxJsx")) {
      const { name, attributes, closes, whole } = tag;
      const kind = closes ? "close" : whole ? "whole" : "open";
      parts.tags.push({ ...part, name, attributes, kind, isBlock: type === "mdxJsxFlowTag" });
      tag = null;
    }
  }
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
