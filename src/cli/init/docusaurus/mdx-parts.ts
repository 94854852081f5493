import { parse, postprocess, preprocess } from "micromark";
import { mdxjs } from "micromark-extension-mdxjs";

/** A stretch of a page's text, in characters from its start. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A JSX tag; `attributes` are as written, a value in braces with them. */
export interface Tag extends Part {
  readonly kind: "open" | "close" | "whole";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string | null>;
  /** True for a tag that stands on lines of its own. */
  readonly isBlock: boolean;
}

/** What a page holds that Markdown does not know, and the addresses of its links and images. */
export interface MdxParts {
  readonly modules: readonly Part[];
  readonly expressions: readonly Part[];
  readonly tags: readonly Tag[];
  readonly addresses: readonly Part[];
  readonly code: readonly Part[];
}

/** Where a page stops being MDX. */
interface MdxFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the parts of a page by the tokens of micromark: the author's text stays as it is around them. */
export function findMdxParts(text: string): MdxParts | MdxFault {
  try {
    return collect(text, true);
  } catch (error) {
    return toFault(error);
  }
}

/** The same for a page that is no MDX: links and code only. */
export function findMarkdownParts(text: string): MdxParts {
  return collect(text, false);
}

function collect(text: string, isMdx: boolean): MdxParts {
  const document = parse(isMdx ? { extensions: [mdxjs()] } : {}).document();
  const events = postprocess(document.write(preprocess()(isMdx ? mask(text) : text, undefined, true)));
  const parts = {
    modules: new Array<Part>(),
    expressions: new Array<Part>(),
    tags: new Array<Tag>(),
    addresses: new Array<Part>(),
    code: new Array<Part>(),
  };
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
  return parts;
}

/** Comments of HTML, `{#id}` and formulas are what sites allow beside MDX: blanks stand in for them, so that places stay. */
function mask(text: string): string {
  return text
    .replace(/<!--[^]*?-->/g, toBlanks)
    .replace(/\{#[\w.-]+\}[ \t]*$/gm, toBlanks)
    .replace(/\$\$[^$]*\$\$|\$(?=\S)[^$\n]*\S\$/g, (formula) => formula.replace(/[{}<>]/g, " "));
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
