import type { PatternScanner, RegexEngine, RegexEngineString } from "shiki/types";

type Match = ReturnType<PatternScanner["findNextMatchSync"]>;

/**
 * An engine that compiles each expression once. A TextMate grammar makes a scanner for every combination of rules that
 * can stand side by side, and most of what one holds stands in others too: a few hundred expressions would be compiled
 * eight times over, which takes longer than all the matching that a site needs.
 */
export function sharePatterns(engine: RegexEngine): RegexEngine {
  const patterns = new Map<string | RegExp, Pattern>();
  const shared = (source: string | RegExp): Pattern => {
    const pattern = patterns.get(source) ?? new Pattern(engine, source);
    patterns.set(source, pattern);
    return pattern;
  };
  return {
    createString: (text) => engine.createString(text),
    createScanner: (sources) => new SharingScanner(sources.map(shared)),
  };
}

/** Finds the match that begins first; among those that begin together, that of the first pattern. */
class SharingScanner implements PatternScanner {
  readonly #patterns: readonly Pattern[];

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
  }

  findNextMatchSync(text: string | RegexEngineString, position: number, options: number): Match {
    let best: Pattern | null = null;
    let bestIndex = 0;
    for (let index = 0; index < this.#patterns.length; index += 1) {
      const pattern = this.#patterns[index];
      if (pattern === undefined) continue;
      const start = pattern.search(text, position, options);
      if (start >= (best?.start ?? nowhere)) continue;
      [best, bestIndex] = [pattern, index];
      if (start === position) break;
    }
    return best?.match ? { index: bestIndex, captureIndices: best.match.captureIndices } : null;
  }
}

const nowhere = Number.POSITIVE_INFINITY;

/** One expression, and what its last search found. */
class Pattern {
  match: Match = null;
  /** Where the match begins. */
  start = nowhere;
  readonly #scanner: PatternScanner;
  /** `\G` is where a search begins: what one search found says nothing about the next. */
  readonly #isAnchored: boolean;
  #text: string | RegexEngineString | null = null;
  #position = 0;
  #options = 0;

  constructor(engine: RegexEngine, source: string | RegExp) {
    this.#scanner = engine.createScanner([source]);
    this.#isAnchored = String(source).includes(String.raw`\G`);
  }

  /** Searches from a place on; the first match from there is the first from every later place up to where it begins. */
  search(text: string | RegexEngineString, position: number, options: number): number {
    const isKnown = text === this.#text && options === this.#options && position >= this.#position;
    if (isKnown && !this.#isAnchored && this.start >= position) return this.start;
    this.match = this.#scanner.findNextMatchSync(text, position, options);
    this.start = this.match?.captureIndices[0]?.start ?? nowhere;
    this.#text = text;
    this.#position = position;
    this.#options = options;
    return this.start;
  }
}
