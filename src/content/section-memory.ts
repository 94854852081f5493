import type { Root } from "mdast";

import { eachNode, type ParsePage, parsePage } from "./markdown/markdown.ts";

type Point = NonNullable<Root["position"]>["start"];

/** About twenty pages. Trees are large: what is over the limit is not remembered. */
const sectionLimit = 1_000;

/**
 * Parses Markdown by sections and remembers those that come again: a block that many pages include is parsed twice, and
 * from the second edit of a page on, an edit to a section costs the parsing of that one. Most sections come once, and
 * what is remembered has to be copied.
 * With it an edit to the largest guide of this site is served after 0.11 s, without it after 0.21 (medians of 15 in turns; the
 * fastest 0.10 and 0.14).
 */
export class SectionMemory {
  /** By text and names of directives. Null for a section that came once. */
  #trees = new Map<string, Root | null>();
  #before = new Map<string, Root | null>();

  /** The tree that `parsePage` gives, a new one each time. */
  readonly parse: ParsePage = (text, names) =>
    joinSections(splitSections(text), (section) => this.#treeOf(section, names));

  /** Forgets the sections that were in no text since the sweep before the last. */
  sweep(): void {
    if (this.#trees.size === 0) return;
    this.#before = this.#trees;
    this.#trees = new Map();
  }

  #treeOf(section: string, names: readonly string[]): Root {
    const key = `${names.join(" ")}\n${section}`;
    const known = this.#trees.get(key) ?? this.#before.get(key);
    const tree = known ?? parsePage(section, names);
    if (this.#trees.size < sectionLimit) this.#trees.set(key, known === undefined ? null : tree);
    return known === undefined ? tree : copy(tree);
  }
}

/** One for all sites of the process: the same text is the same tree. */
export const sectionMemory = new SectionMemory();

/** A copy of a plain value. */
function copy<T>(value: T): T;
function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => copy(element));
  // Without lists of entries, which take eight times as long.
  const copied: Record<string, unknown> = { ...value };
  for (const key in copied) copied[key] = copy(copied[key]);
  return copied;
}

const textStart: Point = { line: 1, column: 1, offset: 0 };

/** The tree of a text from new trees of its sections, which become part of it. */
function joinSections(sections: readonly string[], treeOf: (section: string) => Root): Root {
  const children: Root["children"] = [];
  const place = { line: 0, offset: 0 };
  let end: Point = textStart;
  for (const section of sections) {
    const tree = treeOf(section);
    eachNode(tree, ({ position }) => {
      for (const point of position === undefined ? [] : [position.start, position.end]) {
        point.line += place.line;
        point.offset = (point.offset ?? 0) + place.offset;
      }
    });
    children.push(...tree.children);
    const { line, column, offset = 0 } = tree.position?.end ?? textStart;
    end = { line: line + place.line, column, offset: offset + place.offset };
    place.line += section.split(/\r\n|\n/).length - 1;
    place.offset += section.length;
  }
  return { type: "root", children, position: { start: { ...textStart }, end } };
}

/**
 * Markdown in pieces that can be parsed one by one: the trees of the pieces, one after the other, are the tree of the
 * text. A piece begins with a heading after an empty line, where every paragraph, list and table has ended. A text with
 * something that may reach across such a line in a way that is not followed here stays whole: definitions of links and
 * footnotes, HTML that ends at its own mark, fences that do not stand at the very start of a line. When in doubt, whole.
 */
export function splitSections(text: string): readonly string[] {
  if (reachesAcross.test(text)) return [text];
  const starts = sectionStarts(text) ?? [];
  return [0, ...starts].map((start, index) => text.slice(start, starts[index])).filter((section) => section !== "");
}

const reachesAcross = new RegExp(
  [
    /<(?:[!?]|script|pre|style|textarea)/, // HTML blocks that an empty line does not end
    /\r(?!\n)/,
    /^(?!`{3}|~{3}).*(?:`{3}|~{3})/, // fences within lists and quotes, and what looks like them
    /^(?!:{3}).*:{3}/, // the same of directives
  ]
    .map(({ source }) => source)
    .join("|"),
  "im",
);

/** Where the pieces after the first begin; null when that cannot be told. */
function sectionStarts(text: string): readonly number[] | null {
  const starts: number[] = [];
  const blocks = new OpenBlocks();
  let isAfterEmpty = false;
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (isAfterEmpty && blocks.areClosed && /^#{1,6}[ \t]/.test(line)) starts.push(start);
    if (!blocks.take(line)) return null;
    isAfterEmpty = isEmpty(line);
    start += line.length;
  }
  return starts;
}

/** Whether Markdown takes a line for empty: other spaces are words to it. */
function isEmpty(line: string): boolean {
  return /^[ \t]*\r?\n?$/.test(line);
}

/** Follows, line by line, the blocks that may hold empty lines and headings: fenced code and directives. */
class OpenBlocks {
  /** The colons of each open directive, outermost first. */
  readonly #directives: number[] = [];
  #fence: string | null = null;
  #isHtml = false;

  get areClosed(): boolean {
    return this.#fence === null && this.#directives.length === 0;
  }

  /** Returns false when the line may mean something that is not followed. */
  take(line: string): boolean {
    const [ticks = ""] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    const [colons = ""] = /^:{3,}/.exec(line) ?? [];
    const isBare = isEmpty(line.slice(ticks.length + colons.length));
    if (this.#fence !== null) {
      if (ticks.startsWith(this.#fence) && isBare) this.#fence = null;
      // Whether colons end the directive around the code or are part of it is the parser's business.
      return colons === "" || this.#directives.length === 0;
    }
    this.#isHtml = !isEmpty(line) && (this.#isHtml || /^ {0,3}<[a-z/]/i.test(line));
    if (line.includes("]:") || (this.#isHtml && ticks + colons !== "")) return false;
    if (ticks.startsWith("`") && line.slice(ticks.length).includes("`")) return false;
    if (ticks !== "") this.#fence = ticks;
    if (colons !== "") return isBare ? this.#close(colons.length) : this.#directives.push(colons.length) > 0;
    return true;
  }

  #close(colons: number): boolean {
    const open = this.#directives.pop();
    return open !== undefined && colons >= open;
  }
}
