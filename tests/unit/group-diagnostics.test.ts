import { createColors } from "picocolors";
import { expect, test } from "vitest";

import { annotateDiagnostics } from "#cli/annotations.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "#shared/diagnostics/format-diagnostic.ts";
import { groupDiagnostics, groupKey, sumUp } from "#shared/diagnostics/group-diagnostics.ts";

const context = { texts: new Map<string, string>(), colors: createColors(false) };

interface Place {
  readonly line?: number;
  readonly file?: string;
  readonly part?: string;
}

function example(message: string, { line = 1, file = "openapi/api.yaml", part }: Place = {}): Diagnostic {
  const found = diagnose("contract/example", message, { file, line, column: 3 });
  return part === undefined ? found : { ...found, part };
}

/** This many faults of one code, each with its own message. */
function examples(number: number, place: Place = {}): readonly Diagnostic[] {
  return Array.from({ length: number }, (_, index) =>
    example(`\`field${index}\` is missing`, { ...place, line: index + 1 }),
  );
}

function sumsOf(diagnostics: readonly Diagnostic[]): readonly (string | null)[] {
  return sumUp(groupDiagnostics(diagnostics)).map(({ sum }) => sum);
}

test("five faults in the contract are printed one by one, and six are summed up in a line", () => {
  expect(sumsOf(examples(5))).toEqual([null, null, null, null, null]);
  expect(sumsOf(examples(6))).toEqual(["6 examples and defaults that their schemas refuse"]);
});

test("the most frequent code is summed up first, and the only fault of a code never is", () => {
  const like = (code: DiagnosticCode, number: number) => examples(number).map((found) => ({ ...found, code }));
  const [most, some] = [like("contract/example", 9), like("contract/link", 5)];
  const only = [...like("contract/nonstandard", 1), ...like("link/unsafe", 1)];
  expect(sumsOf([...some, ...most]).slice(0, 5)).toEqual([null, null, null, null, null]);
  const sums = ["5 links that lead nowhere on this site", "9 examples and defaults that their schemas refuse"];
  expect(sumsOf([...only, ...some, ...most])).toEqual([null, null, ...sums]);
});

test("one fault at a thousand positions counts as one", () => {
  const found = Array.from({ length: 1_000 }, (_, index) => example("the same", { line: index + 1 }));
  expect(sumsOf(found)).toEqual([null]);
});

test("all pages missing from a sidebar are one fault", () => {
  const found = ["/a", "/b"].map((route) =>
    diagnose("page/not-in-sidebar", "no entry", startOf(`content${route}.md`), `add \`- ${route}\` to \`sidebar:\``),
  );
  expect(groupDiagnostics(found)).toHaveLength(1);
});

test("errors and faults in the writer's own files are never summed up", () => {
  const errors = examples(20).map((found) => ({ ...found, severity: "error" as const }));
  expect(sumsOf(errors)).toEqual(errors.map(() => null));
  const own = examples(20, { file: "content/a.md" });
  expect(sumsOf(own)).toEqual(own.map(() => null));
});

test("a fault that is also in a page is printed in full", () => {
  const found = [...examples(7), example("`field0` is missing", { file: "content/a.md" })];
  expect(sumsOf(found)).toEqual([null, "6 examples and defaults that their schemas refuse"]);
});

test("a sum says in which parts of the contract its findings are", () => {
  const parts = ["GET /a", "GET /b", "#/components/schemas/A"];
  const found = examples(9).map((one, index) => ({ ...one, part: parts[index % 3] ?? "" }));
  const ending = "9 examples and defaults that their schemas refuse, in 2 operations";
  expect(sumsOf(found)).toEqual([`${ending} and 1 component`]);
  expect(sumsOf([...found, example("another")])[0]).toMatch(/^10 .*, in 2 operations, 1 component and elsewhere$/);
});

test("faults with other values or list elements have the same cause, and ones with other names don't", () => {
  const key = (message: string): string => groupKey(example(message));
  expect(key("`weight` must be a number, not 1")).toBe(key('`weight` must be a number, not "two"'));
  expect(key("`0` of `stops` must be text")).toBe(key("`12` of `stops` must be text"));
  expect(key("`weight` is missing")).not.toBe(key("`height` is missing"));
});

test("a report prints each sum with its first position, and says how to see or silence the rest", () => {
  const found = [...examples(300, { part: "GET /loads" }), diagnose("link/broken", "there is no page `/x`", null)];
  expect(formatDiagnostics(found, context).join("\n")).toMatchInlineSnapshot(`
    "warning openapi/api.yaml 300 examples and defaults that their schemas refuse, in 1 operation contract/example
      first: openapi/api.yaml:1:3 (GET /loads) \`field0\` is missing

    error there is no page \`/x\` link/broken
    … the contract's warnings are summed up: --all prints each, \`contract/example: off\` under severities: in content/site.yaml silences a code"
  `);
  expect(formatDiagnostics(found, { ...context, all: true })).toHaveLength(301);
});

test("a sum across documents names the first one, and files have the report's names", () => {
  const later = [2, 3].flatMap((version) => examples(7, { file: `openapi/v${version}.yaml` }));
  const found = [...examples(7), ...later];
  const [head = ""] = formatDiagnostics(found, { ...context, nameFile: (file) => `docs/${file}` });
  expect(head).toMatch(
    /^warning docs\/openapi\/api\.yaml and 2 more 21 examples .*\n {2}first: docs\/openapi\/api\.yaml:1:3 /,
  );
});

test("annotations are one for each cause, or all of them with --all", () => {
  const found = [
    ...examples(40, { part: "GET /loads" }),
    ...[4, 9].map((line) => diagnose("link/broken", "no page", { file: "content/a.md", line, column: 1 }, "try /y")),
  ];
  const nameFile = (file: string): string => file;
  expect(annotateDiagnostics(found, { nameFile })).toMatchInlineSnapshot(`
    [
      "::warning file=openapi/api.yaml,line=1,col=3,title=contract/example::40 examples and defaults that their schemas refuse, in 1 operation; first: \`field0\` is missing — docs-build check --all prints each",
      "::error file=content/a.md,line=4,col=1,title=link/broken::no page — try /y; 2 times: also content/a.md:9:1",
    ]
  `);
  expect(annotateDiagnostics(found, { nameFile, all: true })).toHaveLength(42);
});
