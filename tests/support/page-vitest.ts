import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

/* What the sandbox's tests need of vitest, in a page: they are named by `test`, then run one after the other. */

type Run = (...args: readonly unknown[]) => unknown;

interface NamedTest {
  readonly name: string;
  readonly run: () => unknown;
  /** What its file does before each test: it says so above them. */
  readonly prepare: (() => unknown) | undefined;
}

const tests: NamedTest[] = [];
const before: (() => unknown)[] = [];

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;

export function beforeEach(prepare: () => unknown): void {
  before.push(prepare);
}

export function test(name: string, run: () => unknown): void {
  tests.push({ name, run, prepare: before.at(-1) });
}

test.each = (cases: readonly unknown[]) => (name: string, run: Run) => {
  for (const values of cases) {
    const list = Array.isArray(values) ? values : [values];
    test(`${name} ${JSON.stringify(list)}`, () => run(...list));
  }
};

/** Runs what files have named: how many there were, and what failed. */
export async function runAll(): Promise<{ readonly count: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  for (const { name, run, prepare } of tests) {
    try {
      await prepare?.();
      await run();
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  return { count: tests.length, failed };
}
