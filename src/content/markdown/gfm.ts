import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

export type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<Extension["flow"]>[string];
export type Construct = Exclude<NonNullable<Constructs>, readonly unknown[]>;

/** The parts of GFM that a text can hold. GFM looks for addresses at every letter and tables at every line; most texts have neither. */
export interface GfmForms {
  /** Kinds of addresses that are links without brackets, by their constructs. */
  readonly addresses: ReadonlySet<string>;
  /** The syntax doesn't see character references, which can spell addresses. */
  readonly references: boolean;
  /** Lines from 1 where a table may begin or go on. */
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

function mayBeDelimiters(line: string): boolean {
  return line.includes("-") && /^[\s>|:-]*[|:][\s>|:-]*$/.test(line);
}

const { text: textConstructs = {}, flow = {}, ...others } = gfm();
const [fromAddresses, ...fromOthers] = gfmFromMarkdown();

/** Leaves out the parts of GFM that the text can't hold. */
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
