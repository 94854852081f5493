import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

export type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<Extension["flow"]>[string];
export type Construct = Exclude<NonNullable<Constructs>, readonly unknown[]>;

/** What of GFM a text can hold. Addresses are looked for at every letter and tables at every line, though most have none. */
export interface GfmForms {
  /** The kinds of addresses that are links by themselves, by the names of their constructs. */
  readonly addresses: ReadonlySet<string>;
  /** Whether characters may stand there by their references, which the syntax does not see. */
  readonly references: boolean;
  /** The lines where a table may begin or go on, from 1. */
  readonly tableLines: ReadonlySet<number>;
}

export function formsIn(text: string): GfmForms {
  const addresses = addressKinds.filter(([, sign]) => sign.test(text)).map(([name]) => name);
  return { addresses: new Set(addresses), references: text.includes("&"), tableLines: tableLinesOf(text) };
}

const addressKinds = [
  ["emailAutolink", /@/],
  ["protocolAutolink", /http/i],
  ["wwwAutolink", /www/i],
] as const;

/** From the line above what may be a table's delimiters to the next empty one. */
function tableLinesOf(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (!/[|:]/.test(text)) return found;
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const goesOn = found.has(index) && !/^[ \t]*$/.test(line);
    if (goesOn || mayBeDelimiters(lines[index + 1] ?? "")) found.add(index + 1);
  }
  return found;
}

/** A quote may stand around them. */
function mayBeDelimiters(line: string): boolean {
  return line.includes("-") && /^[\s>|:-]*[|:][\s>|:-]*$/.test(line);
}

const { text: textConstructs = {}, flow = {}, ...others } = gfm();
const [fromAddresses, ...fromOthers] = gfmFromMarkdown();

/** GFM for the parser of Markdown, but for what a text cannot hold. */
export function gfmFor({ addresses, tableLines }: GfmForms): Extension {
  const isWanted = ({ name = "" }: Construct): boolean => !name.endsWith("Autolink") || addresses.has(name);
  const text = Object.entries(textConstructs).map(([code, list]) => [code, toList(list).filter(isWanted)] as const);
  const tables = toList(flow["null"]).map((table) => onLines(tableLines, table));
  return {
    ...others,
    text: Object.fromEntries(text.filter(([, list]) => list.length > 0)),
    ...(tableLines.size > 0 && { flow: { ...flow, null: tables } }),
  };
}

/** The same for its compiler to a tree. */
export function gfmTreeFor({ addresses, references }: GfmForms): ReturnType<typeof gfmFromMarkdown> {
  return fromAddresses && (references || addresses.size > 0) ? [fromAddresses, ...fromOthers] : [...fromOthers];
}

export function toList(constructs: Constructs): readonly Construct[] {
  return [constructs ?? []].flat();
}

function onLines(lines: ReadonlySet<number>, construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return lines.has(this.now().line) ? construct.tokenize.call(this, effects, ok, nok) : nok;
    },
  };
}
