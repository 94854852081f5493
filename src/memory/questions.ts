import { isDeepStrictEqual } from "node:util";

import type { Position, SourceFile } from "#shared/diagnostic.ts";
import type { LinkResolver, ResolvedLink } from "#shared/link.ts";

/** What the making of one file's value may ask about the rest of the site. */
export interface Surroundings {
  readonly resolveLink: LinkResolver;
  /** Blocks and figures, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
}

interface LinkQuestion {
  readonly address: string;
  readonly position: Position;
  readonly answer: ResolvedLink;
}

/** What was asked about a site, and the answers. */
export class Questions {
  readonly #links: LinkQuestion[] = [];
  readonly #partTexts = new Map<string, string | undefined>();
  #partNames: readonly string[] | null = null;
  /** The last resolver that is known to give these answers. */
  #resolveLink: LinkResolver | null = null;

  /** The same surroundings, with every question noted. */
  noteIn({ resolveLink, parts }: Surroundings): Surroundings {
    this.#resolveLink = resolveLink;
    return {
      resolveLink: (address, position) => {
        const answer = resolveLink(address, position);
        this.#links.push({ address, position, answer });
        return answer;
      },
      parts: new NotedParts(parts, {
        got: (path, part) => this.#partTexts.set(path, part?.text),
        listed: () => (this.#partNames = [...parts.keys()]),
      }),
    };
  }

  /** Whether other surroundings answer alike. */
  haveSameAnswersIn({ resolveLink, parts }: Surroundings): boolean {
    if (this.#partNames !== null && !isDeepStrictEqual(this.#partNames, [...parts.keys()])) return false;
    if (![...this.#partTexts].every(([path, text]) => parts.get(path)?.text === text)) return false;
    if (resolveLink === this.#resolveLink) return true;
    this.#resolveLink = resolveLink;
    return this.#links.every(({ address, position, answer }) =>
      isDeepStrictEqual(resolveLink(address, position), answer),
    );
  }
}

interface PartNotes {
  readonly got: (path: string, part: SourceFile | undefined) => void;
  readonly listed: () => void;
}

class NotedParts extends Map<string, SourceFile> {
  readonly #notes: PartNotes;

  constructor(parts: ReadonlyMap<string, SourceFile>, notes: PartNotes) {
    super(parts);
    this.#notes = notes;
  }

  override get(path: string): SourceFile | undefined {
    const part = super.get(path);
    this.#notes.got(path, part);
    return part;
  }

  override keys(): MapIterator<string> {
    this.#notes.listed();
    return super.keys();
  }
}
