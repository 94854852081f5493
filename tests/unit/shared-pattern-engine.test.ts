import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { expect, test } from "vitest";

import { sharePatterns } from "#content/shared-pattern-engine.ts";

const engine = await createOnigurumaEngine(import("shiki/wasm"));

/** Scanners as a grammar makes them: the same expressions in several, some bound to where a search begins. */
const scanners = [
  [String.raw`\bfoo\b`, "o+", String.raw`\G\s+`, "(?<=f)(o)(x)?"],
  ["o+", String.raw`\bfoo\b`],
  [String.raw`\G\w`, "z$", String.raw`\A\w+`],
  ["never", String.raw`[é😀]`],
];
const texts = ["foo  food oo foo", "é😀 z", "", "xyz"];

test("what it finds is what an engine finds that compiles every scanner, wherever a search begins", () => {
  const sharing = sharePatterns(engine);
  const pairs = scanners.map((patterns) => [engine.createScanner(patterns), sharing.createScanner(patterns)] as const);
  let found = 0;
  for (const text of texts) {
    const [plain, shared] = [engine.createString(text), sharing.createString(text)];
    for (const position of [0, 1, 2, 3, 5, 4, 9, 0, text.length]) {
      for (const options of [0, 1, 4]) {
        for (const [own, other] of pairs) {
          const expected = own.findNextMatchSync(plain, position, options);
          expect(other.findNextMatchSync(shared, position, options)).toEqual(expected);
          if (expected !== null) found += 1;
        }
      }
    }
  }
  expect(found).toBeGreaterThan(100);
});

test("an expression is compiled once, however many scanners hold it", () => {
  const compiled: (string | RegExp)[] = [];
  const sharing = sharePatterns({
    ...engine,
    createScanner(sources) {
      compiled.push(...sources);
      return engine.createScanner(sources);
    },
  });
  for (const patterns of scanners) sharing.createScanner(patterns);
  expect(compiled.toSorted()).toEqual([...new Set(scanners.flat())].toSorted());
});
