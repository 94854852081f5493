interface Match {
  /** Null when it takes more steps than one text may. */
  readonly isMatch: boolean | null;
  readonly steps: number;
}

/** Enough for a text of some ten thousand characters. */
const maxSteps = 200_000;

/**
 * Whether a text has a match somewhere. All ways through the expression are followed at once, so that the time grows with
 * the text's length and never doubles with each character, as that of JavaScript's own engine may.
 */
export function matchPattern(pattern: Pattern, text: string): Match {
  const matching = new Matching(Array.from(text));
  const isMatch = matching.isFound(pattern);
  return matching.steps > maxSteps ? { isMatch: null, steps: maxSteps } : { isMatch, steps: matching.steps };
}

/** Where in the text the expression may be; a place is before the character of its number. */
type Places = ReadonlySet<number>;

class Matching {
  steps = 0;
  readonly #characters: readonly string[];

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  isFound(pattern: Pattern): boolean {
    return this.#follow(pattern, new Set(Array.from({ length: this.#characters.length + 1 }, (_, at) => at))).size > 0;
  }

  /** The places after the pattern, from each place before it. */
  #follow(pattern: Pattern, from: Places): Places {
    this.steps += from.size + 1;
    if (this.steps > maxSteps) return new Set();
    switch (pattern.kind) {
      case "character":
        return new Set([...from].flatMap((at) => (pattern.takes(this.#characters[at] ?? "") ? at + 1 : [])));
      case "sequence":
        return pattern.parts.reduce((places, part) => (places.size === 0 ? places : this.#follow(part, places)), from);
      case "choice":
        return new Set(pattern.options.flatMap((option) => [...this.#follow(option, from)]));
      case "repeat":
        return this.#repeat(pattern, from);
      case "edge":
        return new Set([...from].filter((at) => this.#isEdge(pattern.edge, at)));
      case "look":
        return new Set([...from].filter((at) => this.#looks(pattern, at) === pattern.isWanted));
    }
  }

  #repeat({ part, least, most }: Pattern & { readonly kind: "repeat" }, from: Places): Places {
    let last = from;
    for (let count = 0; count < least && last.size > 0; count += 1) last = this.#follow(part, last);
    const places = new Set(last);
    for (let count = least; count < most && last.size > 0; count += 1) {
      // A place that was reached before leads nowhere else.
      last = new Set([...this.#follow(part, last)].filter((at) => !places.has(at)));
      for (const at of last) places.add(at);
    }
    return places;
  }

  #looks({ part, isAhead }: Pattern & { readonly kind: "look" }, at: number): boolean {
    if (isAhead) return this.#follow(part, new Set([at])).size > 0;
    return Array.from({ length: at + 1 }, (_, start) => start).some((start) =>
      this.#follow(part, new Set([start])).has(at),
    );
  }

  #isEdge(edge: string, at: number): boolean {
    if (edge === "^") return at === 0;
    if (edge === "$") return at === this.#characters.length;
    const isBetween = this.#isWord(at - 1) !== this.#isWord(at);
    return edge === String.raw`\b` ? isBetween : !isBetween;
  }

  #isWord(at: number): boolean {
    return /^\w$/.test(this.#characters[at] ?? "");
  }
}

/** A regular expression of a contract, as far as it says which texts match. */
export type Pattern =
  /** One character of a set: `source` is its expression, `takes` tells whether a character is in it. */
  | { readonly kind: "character"; readonly source: string; readonly takes: (character: string) => boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  /** `most` may be Infinity. */
  | { readonly kind: "repeat"; readonly part: Pattern; readonly least: number; readonly most: number }
  /** A place between characters: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: "edge"; readonly edge: string }
  | { readonly kind: "look"; readonly part: Pattern; readonly isAhead: boolean; readonly isWanted: boolean };

/**
 * Parses an expression of ECMA-262 with Unicode, as JSON Schema has them (2020-12, section 6.4). Null for one that is invalid
 * there, and for one with back references: nobody can match those in a time that the text's length bounds. A needless
 * backslash (`\-`, `\@`) is forgiven, because every dialect means the same by it.
 */
export function parsePattern(written: string): Pattern | null {
  const source = written.replace(/\[(?:\\.|[^\]\\])*\]|\\./gs, withoutNeedlessEscapes);
  const tokens = isExpression(source) ? (source.match(token) ?? []) : null;
  return tokens && new PatternParser(tokens).parse();
}

function withoutNeedlessEscapes(part: string): string {
  const isSet = part.startsWith("[");
  return part.replace(/\\([^\p{L}\p{N}\s])/gu, (escape, sign: string) =>
    (isSet ? /[-^$\\.*+?()[\]{}|/]/ : /[$^\\.*+?()[\]{}|/]/).test(sign) ? escape : sign,
  );
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
}

const token =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|u.{4}|x.{2}|c.|[pP]\{[^}]*\}|k<[^>]*>|\d+|.)|\((?:\?(?:<?[=!]|<[^>]*>|[^)<=!]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/** More groups in groups than any expression has that a person wrote. */
const deepest = 100;

/** Of a valid expression. */
class PatternParser {
  readonly #tokens: readonly string[];
  #offset = 0;
  #isBounded = true;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  parse(): Pattern | null {
    const whole = this.#parseChoice(0);
    return this.#isBounded ? whole : null;
  }

  #parseChoice(depth: number): Pattern {
    if (depth > deepest) this.#isBounded = false;
    const options: Pattern[] = [this.#parseSequence(depth)];
    while (this.#isBounded && this.#tokens[this.#offset] === "|") {
      this.#offset += 1;
      options.push(this.#parseSequence(depth));
    }
    const [only] = options;
    return only && options.length === 1 ? only : { kind: "choice", options };
  }

  #parseSequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    for (;;) {
      const text = this.#tokens[this.#offset];
      if (!this.#isBounded || text === undefined || text === "|" || text === ")") break;
      this.#offset += 1;
      const part = text.startsWith("(") ? this.#parseGroup(text, depth) : this.#toAtom(text);
      const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#tokens[this.#offset] ?? "") ?? [];
      const sign = /^[*+?]/.exec(this.#tokens[this.#offset] ?? "")?.[0];
      if (sign === undefined && least === undefined) {
        parts.push(part);
        continue;
      }
      this.#offset += 1;
      const fewest = Number(least ?? (sign === "+" ? 1 : 0));
      const limit = comma === "" ? fewest : most === undefined || most === "" ? Infinity : Number(most);
      parts.push({ kind: "repeat", part, least: fewest, most: sign === "?" ? 1 : limit });
    }
    return { kind: "sequence", parts };
  }

  #parseGroup(opening: string, depth: number): Pattern {
    const part = this.#parseChoice(depth + 1);
    // The closing parenthesis.
    this.#offset += 1;
    const [, back, sign] = /^\(\?(<?)([=!])/.exec(opening) ?? [];
    if (sign !== undefined) return { kind: "look", part, isAhead: back === "", isWanted: sign === "=" };
    // Flags for a part of the expression, `(?i:…)`.
    if (/^\(\?[^:<]/.test(opening)) this.#isBounded = false;
    return part;
  }

  #toAtom(source: string): Pattern {
    if (/^(?:[$^]|\\[bB])$/.test(source)) return { kind: "edge", edge: source };
    if (/^\\(?:k|[1-9])/.test(source)) this.#isBounded = false;
    const isPlain = !/^[\\[.]/.test(source);
    const set = isPlain || !this.#isBounded ? null : new RegExp(`^${source}$`, "u");
    return { kind: "character", source, takes: (character) => set?.test(character) ?? character === source };
  }
}
