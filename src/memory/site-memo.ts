import { Memo } from "./memo.ts";
import { Questions, type Surroundings } from "./questions.ts";

export interface SiteInputs {
  /** Compared by identity. */
  readonly inputs: readonly unknown[];
  readonly surroundings: Surroundings;
}

/**
 * A memo for values that are made by asking about the rest of the site: where a link leads, what a block says. It notes
 * the questions with their answers, and takes a value again only while the site of today gives the same answers. So a
 * new page or an edited block makes anew what asked about it and nothing else, and nobody keeps a graph by hand.
 */
export class SiteMemo<T> {
  readonly #memo = new Memo<{ readonly value: T; readonly questions: Questions }>(Object.is);

  recall(name: string, { inputs, surroundings }: SiteInputs, make: (surroundings: Surroundings) => T): T {
    if (this.#memo.last(name)?.questions.haveSameAnswersIn(surroundings) === false) this.#memo.forget(name);
    const { value } = this.#memo.recall(name, inputs, () => {
      const questions = new Questions();
      return { value: make(questions.noteIn(surroundings)), questions };
    });
    return value;
  }

  /** The value of that name, whatever it was made from. */
  last(name: string): T | undefined {
    return this.#memo.last(name)?.value;
  }

  sweep(): void {
    this.#memo.sweep();
  }
}
