import { matchPattern, parsePattern, type Pattern } from "#shared/conformance/match-pattern.ts";

/** Texts of an expression that have so many characters, the plainest ones first; none when it is out of reach. */
export function* matchesOf(source: string, lengths: TextLengths): Generator<string> {
  const pattern = parsePattern(source);
  if (pattern === null) return;
  const seen = new Set<string>();
  let steps = 0;
  for (const style of stylesFor(lengths)) {
    const sample = new Making(style).make(pattern);
    for (const text of [sample, sample.padEnd(lengths.least, "x")]) {
      const { length } = Array.from(text);
      if (seen.has(text) || length < lengths.least || length > lengths.most) continue;
      if (steps > maxSteps) return;
      seen.add(text);
      const match = matchPattern(pattern, text);
      steps += match.steps;
      if (match.isMatch === true) yield text;
    }
  }
}

/** True for a text of the expression. */
export function meets(text: string, source: string): boolean {
  const pattern = parsePattern(source);
  return pattern !== null && matchPattern(pattern, text).isMatch === true;
}

export interface TextLengths {
  readonly least: number;
  readonly most: number;
}

/** Of all texts that are tried for one expression. */
const maxSteps = 400_000;

/** One way of choosing where an expression leaves a choice. */
interface Style {
  /** How often what may be repeated is. */
  readonly times: number;
  /** Whether what may be left out is there. */
  readonly isFull: boolean;
  /** Which of several alternatives. */
  readonly pick: number;
  readonly alphabet: string;
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_ ./:";
const alphabets = [letters, "aA1!bB2?cC3-dD4+", Array.from(letters).reverse().join("")];

function* stylesFor({ least }: TextLengths): Generator<Style> {
  const counts = [...new Set([1, 2, 3, 4, 6, 8, 12, 16, least])].filter((times) => times > 0 && times <= maxTimes);
  for (const alphabet of alphabets)
    for (const pick of [0, 1, 2, 3])
      for (const isFull of [false, true]) for (const times of counts) yield { times, isFull, pick, alphabet };
  yield { times: 0, isFull: false, pick: 0, alphabet: letters };
}

const maxTimes = 1_000;

class Making {
  readonly #style: Style;
  /** How many characters were chosen for parts that read alike. */
  readonly #chosen = new Map<string, number>();
  #length = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  make(pattern: Pattern): string {
    if (this.#length > maxTimes) return "";
    switch (pattern.kind) {
      case "character":
        this.#length += 1;
        return this.#choose(pattern);
      case "sequence":
        return pattern.parts.map((part) => this.make(part)).join("");
      case "choice": {
        const option = pattern.options[this.#style.pick % pattern.options.length];
        return option === undefined ? "" : this.make(option);
      }
      case "repeat":
        return Array.from({ length: this.#times(pattern) }, () => this.make(pattern.part)).join("");
      case "edge":
        return "";
      case "look":
        return pattern.isAhead || !pattern.isWanted ? "" : this.make(pattern.part);
    }
  }

  #times({ least, most }: Pattern & { readonly kind: "repeat" }): number {
    const { times, isFull } = this.#style;
    const wanted = least === 0 && most === 1 ? Number(isFull) : times;
    return Math.min(Math.max(wanted, least), most, maxTimes);
  }

  #choose(set: CharacterSet): string {
    const characters = preferredCharacters(set, this.#style.alphabet);
    const before = this.#chosen.get(set.source) ?? 0;
    this.#chosen.set(set.source, before + 1);
    return characters[before % characters.length] ?? "";
  }
}

type CharacterSet = Pattern & { readonly kind: "character" };

const chosen = new Map<string, readonly string[]>();

function preferredCharacters({ source, takes }: CharacterSet, alphabet: string): readonly string[] {
  const key = `${alphabet} ${source}`;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const found = [alphabet, alphabets.join(""), source, furtherCharacters]
    .map((characters) => Array.from(characters).filter(takes))
    .find((characters) => characters.length > 0);
  if (chosen.size > maxChosen) chosen.clear();
  chosen.set(key, found ?? []);
  return found ?? [];
}

const maxChosen = 1_000;
const furtherCharacters = String.fromCodePoint(...Array.from({ length: 0x33e0 }, (_, index) => index + 0x20));
