import { gfmFromMarkdown } from "mdast-util-gfm";
import { directive } from "micromark-extension-directive";
import { gfm } from "micromark-extension-gfm";

import { linesOf } from "#read/source-text.ts";

type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<Extension["flow"]>[string];
type Construct = Exclude<NonNullable<Constructs>, readonly unknown[]>;

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
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    const goesOn = found.has(index) && !/^[ \t]*$/.test(line);
    if (goesOn || mayBeDelimiters(lines[index + 1] ?? "")) found.add(index + 1);
  }
  return found;
}

function mayBeDelimiters(line: string): boolean {
  return line.includes("-") && /^[\s>|:-]*[|:][\s>|:-]*$/.test(line);
}

const { text: textConstructs = {}, flow = {}, ...extension } = gfm();
const [fromAddresses, ...furtherParts] = gfmFromMarkdown();

/** Leaves out the parts of GFM that the text can't hold. */
export function gfmFor({ addresses, tableLines }: GfmForms): Extension {
  const isWanted = ({ name = "" }: Construct): boolean => !name.endsWith("Autolink") || addresses.has(name);
  const text = Object.entries(textConstructs).map(([code, list]) => [code, toList(list).filter(isWanted)] as const);
  const tables = toList(flow["null"]).map((table) => onLines(tableLines, table));
  return {
    ...extension,
    text: Object.fromEntries(text.filter(([, list]) => list.length > 0)),
    ...(tableLines.size > 0 && { flow: { ...flow, null: tables } }),
  };
}

export function gfmTreeFor({ addresses, references }: GfmForms): ReturnType<typeof gfmFromMarkdown> {
  return fromAddresses && (references || addresses.size > 0) ? [fromAddresses, ...furtherParts] : [...furtherParts];
}

function toList(constructs: Constructs): readonly Construct[] {
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

type NameToken = "directiveTextName" | "directiveLeafName";

const colon = 58;
const directives = directive();
const [container, ...leaves] = toList(directives.flow?.[colon]);

/**
 * Directives for the parser of Markdown. Text directives have one of the names, and never stand behind a word: `10:30`,
 * `read:users` and `key:value` are text. So is a line of two colons without a word, `::1`.
 */
export function directivesFor(names: readonly string[]): Extension {
  const known = new Set(names);
  const inLine = toList(directives.text?.[colon])
    .flatMap((construct) => [
      named(construct, "directiveTextName", (name) => known.has(name)),
      beforeColon(construct, known),
    ])
    .map((construct): Construct => ({
      ...construct,
      previous(code) {
        const isWord = code !== null && code > 0 && /\w/.test(String.fromCharCode(code));
        return !isWord && (construct.previous?.call(this, code) ?? true);
      },
    }));
  const onLine = leaves.map((leaf) => named(leaf, "directiveLeafName", (name) => /^[a-z]/i.test(name)));
  return { text: { [colon]: inLine }, flow: { [colon]: container === undefined ? onLine : [container, ...onLine] } };
}

function named(construct: Construct, type: NameToken, isName: (name: string) => boolean): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return construct.tokenize.call(this, effects, (code) => (isName(nameIn(this, type)) ? ok(code) : nok(code)), nok);
    },
  };
}

/** The library leaves `:support:` to emoji; here it's a directive before a colon. */
function beforeColon(construct: Construct, known: ReadonlySet<string>): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let name = "";
      return (code) => {
        effects.enter("directiveText");
        effects.enter("directiveTextMarker");
        effects.consume(code);
        effects.exit("directiveTextMarker");
        effects.enter("directiveTextName");
        return inName;
      };
      function inName(code: Parameters<typeof ok>[0]): ReturnType<typeof ok> {
        const sign = code === null || code < 0 ? "" : String.fromCharCode(code);
        if (/[\w-]/.test(sign)) {
          name += sign;
          effects.consume(code);
          return inName;
        }
        if (code !== colon || !known.has(name)) return nok(code);
        effects.exit("directiveTextName");
        effects.exit("directiveText");
        return ok(code);
      }
    },
  };
}

function nameIn(context: ThisParameterType<Construct["tokenize"]>, type: NameToken): string {
  const [, token] = context.events.findLast(([kind, { type: own }]) => kind === "exit" && own === type) ?? [];
  return token === undefined ? "" : context.sliceSerialize(token);
}
