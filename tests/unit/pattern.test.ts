import { expect, test } from "vitest";

import { matchPattern, parsePattern } from "#shared/conformance/match-pattern.ts";

function isMatch(expression: string, text: string): boolean | null {
  const pattern = parsePattern(expression);
  return pattern && matchPattern(pattern, text).isMatch;
}

// prettier-ignore
const expressions = [
  "^[-a-zA-Z0-9_]+$", "^(v3)$", "^[0-9]{5,8}$", "^[0-9a-f]{6}$", "^[a-z0-9]+(?:-[a-z0-9]+)*$", "a|b|", "(?:)",
  "x?y*", String.raw`^\d{3}-\d{4}$`, String.raw`^-?\d+(?:\.\d{1,2})?$`, String.raw`\bab\b`, String.raw`a\Bb`,
  "^(?!ab)[a-c]+$", "(?<=a)b", "(?<!a)b", "^(?=.*[a-z])(?=.*[0-9]).{3,}$", String.raw`^[^\s@]+@[^\s@]+$`,
  String.raw`^\p{Lu}`, "^.$", "(a*)*b", "(?<name>a)+?c", "^(?:a{2}){2,3}$", "[^]", "[]", String.raw`^[\]\\-]+$`,
  String.raw`^\u{1F600}?$`, String.raw`\x41\u0042`, "^a{0}$",
];
// prettier-ignore
const texts = [
  "", "a", "b", "ab", "aab", "ab ab", "b-a", "aaaa", "aaaaa", "aaaaaa", "abc", "aac", "c1b", "12345", "123-4567",
  "v3", "-1.25", "1.255", "c0ffee", "a@b.c", "É", "AB", "😀", "😀😀", "\n", "]-\\", "a_b-9",
];

test("a text matches exactly if JavaScript's own engine says so", () => {
  for (const expression of expressions)
    for (const text of texts)
      expect([expression, text, isMatch(expression, text)]).toEqual([
        ...[expression, text, new RegExp(expression, "u").test(text)],
      ]);
});

test("a pattern that takes an engine years is checked at once, and an unbounded one is skipped", () => {
  expect(isMatch("^(a+)+$", `${"a".repeat(5_000)}!`)).toBe(false);
  expect(isMatch("^(a|aa)*(a?){30}a{30}$", "a".repeat(60))).toBe(true);
  expect(isMatch("(x+x+)+y", "x".repeat(1_000))).toBe(false);
  expect(isMatch("^(?=(?=(?=.*b).*c).*d)", "a".repeat(50_000))).toBe(null);
  for (const unbounded of [
    String.raw`^(a+)\1$`,
    String.raw`(?<n>a)\k<n>`,
    "(?i:a)",
    `${"(".repeat(200)}${")".repeat(200)}`,
  ])
    expect([unbounded, parsePattern(unbounded)]).toEqual([unbounded, null]);
});

test("a pattern that JSON Schema doesn't allow is skipped, and a needless backslash is accepted", () => {
  for (const invalid of ["[", "(?P<n>a)", String.raw`\Aa\Z`, "a**", "(", "a{2,1}", String.raw`\p{Nope}`])
    expect([invalid, parsePattern(invalid)]).toEqual([invalid, null]);
  expect(isMatch(String.raw`^[\w\@\-]+\-\_\"$`, 'a@-b-_"')).toBe(true);
  expect(isMatch(String.raw`^\\\-$`, "\\-")).toBe(true);
});
