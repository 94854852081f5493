interface Match {
  /** Null if matching takes too many steps. */
  readonly isMatch: boolean | null;
  readonly steps: number;
}

/** Enough for a text of about ten thousand characters. */
const maxSteps = 200_000;

/**
 * Tests whether a pattern matches anywhere in a text. All paths through the pattern are followed at once, so the time
 * grows with the text's length. JavaScript's own engine may double it with each character.
 */
export function matchPattern(pattern: Pattern, text: string): Match {
  const matching = new Matching(Array.from(text));
  const isMatch = matching.matches(pattern);
  return matching.steps > maxSteps ? { isMatch: null, steps: maxSteps } : { isMatch, steps: matching.steps };
}

/** Positions in the text, each before the character with that index. */
type Positions = ReadonlySet<number>;

class Matching {
  steps = 0;
  readonly #characters: readonly string[];

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  matches(pattern: Pattern): boolean {
    return this.#follow(pattern, new Set(Array.from({ length: this.#characters.length + 1 }, (_, at) => at))).size > 0;
  }

  #follow(pattern: Pattern, from: Positions): Positions {
    this.steps += from.size + 1;
    if (this.steps > maxSteps) return new Set();
    switch (pattern.kind) {
      case "character":
        return new Set([...from].flatMap((at) => (pattern.takes(this.#characters[at] ?? "") ? at + 1 : [])));
      case "sequence":
        return pattern.parts.reduce(
          (positions, part) => (positions.size === 0 ? positions : this.#follow(part, positions)),
          from,
        );
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

  #repeat({ part, least, most }: Pattern & { readonly kind: "repeat" }, from: Positions): Positions {
    let last = from;
    for (let count = 0; count < least && last.size > 0; count += 1) last = this.#follow(part, last);
    const positions = new Set(last);
    for (let count = least; count < most && last.size > 0; count += 1) {
      // A position that was reached before leads nowhere new.
      last = new Set([...this.#follow(part, last)].filter((at) => !positions.has(at)));
      for (const at of last) positions.add(at);
    }
    return positions;
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

/** A contract's regular expression, reduced to which texts it matches. */
export type Pattern =
  /** A character of a set: `source` is its expression, and `takes` tests a character. */
  | { readonly kind: "character"; readonly source: string; readonly takes: (character: string) => boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  /** `most` may be Infinity. */
  | { readonly kind: "repeat"; readonly part: Pattern; readonly least: number; readonly most: number }
  /** An edge between characters: `^`, `$`, `\b`, `\B`. */
  | { readonly kind: "edge"; readonly edge: string }
  | { readonly kind: "look"; readonly part: Pattern; readonly isAhead: boolean; readonly isWanted: boolean };

/**
 * Parses a regular expression of ECMA-262 with Unicode, as in JSON Schema (2020-12, section 6.4). Null if it's invalid,
 * or has back references, which can't be matched in bounded time. A needless backslash (`\-`, `\@`) is accepted,
 * because every dialect gives it the same meaning.
 */
export function parsePattern(written: string): Pattern | null {
  const source = written.replace(/\[(?:\\.|[^\]\\])*\]|\\./gs, (part) => {
    const meaningful = part.startsWith("[") ? /[-^$\\.*+?()[\]{}|/]/ : /[$^\\.*+?()[\]{}|/]/;
    return part.replace(/\\([^\p{L}\p{N}\s])/gu, (escape, sign: string) => (meaningful.test(sign) ? escape : sign));
  });
  return isExpression(source) ? new PatternParser(source.match(token) ?? []).parse() : null;
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

/** No person nests groups this deep. */
const deepest = 100;

/** Parses an expression that is known to be valid. */
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
