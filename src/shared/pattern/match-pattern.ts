import type { Pattern } from "./parse-pattern.ts";

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
