import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const folder = new URL("../../templates/styles/", import.meta.url);

const ofScale: Readonly<Record<string, RegExp>> = {
  "font-size": /^(?:var\(--text-\w+\)|1rem|0|inherit)(?: !important)?$/,
  "font-weight": /^(?:400|550|650|700)$/,
  font: /^(?:inherit|(?:[56]50 )?var\(--text-\w+\) .*)$/,
};

test("type has the few sizes and weights of one scale; what has its own is listed here", () => {
  const declared = readdirSync(folder).flatMap((name) =>
    Array.from(readFileSync(new URL(name, folder), "utf8").matchAll(/^\s*(font(?:-size|-weight)?): ([^;]+);/gm)).map(
      ([, property = "", value = ""]) => ({ name, property, value }),
    ),
  );
  expect(declared.length).toBeGreaterThan(100);
  const own = declared.filter(({ property, value }) => ofScale[property]?.test(value) !== true);
  expect(own.map(({ name, value }) => `${name}: ${value}`).sort()).toEqual([
    "base.css: 100%/1.65 var(--sans)",
    // Code in a text is a little smaller than the text.
    "base.css: max(var(--text-xs), round(0.84em, 0.0625rem))",
    "figure.css: 12px var(--mono)",
    "figure.css: 13px",
    "figure.css: 15px var(--sans)",
    // A claim grows with the window.
    "hero.css: clamp(2rem, 5vw - 1.6rem, 2.625rem)",
    "lost.css: 13px var(--mono)",
    "mentions.css: 650 0.6875rem/1 var(--mono)",
    "print.css: 0.85em",
    "print.css: 0.85em var(--sans)",
    "print.css: 10pt",
    "response.css: 1.375rem",
  ]);
});
