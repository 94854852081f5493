import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { initWasm, Resvg } from "@resvg/resvg-wasm";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { beforeAll, expect, test } from "vitest";

import { fitText } from "#assets/fit-text.ts";
import { toSocialSvg } from "#assets/social-svg.tsx";

const require = createRequire(import.meta.url);
const fontBuffers = await Promise.all(
  ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"].map((name) =>
    readFile(require.resolve(`@expo-google-fonts/inter/${name}`)),
  ),
);

beforeAll(async () => {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
});

const host = "docs.example.com";

/** The words of a picture, line by line. */
function linesOf(svg: string): string[] {
  const lines: string[] = [];
  const parser = new Parser(
    {
      onopentagname: (name) => name === "text" && lines.push(""),
      ontext: (text) => lines.push(`${lines.pop() ?? ""}${text}`),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return lines;
}

test("title, description and address stand in the picture as they are written, and nothing in them is markup", () => {
  const svg = toSocialSvg({ title: 'A & "B" <script>', description: "]]> &amp; <!-- ' -->", host });
  expect(linesOf(svg)).toEqual([host, 'A & "B" <script>', "]]> &amp; <!-- ' -->"]);
  expect(svg).not.toContain("<script");
});

test("long words and titles are broken, made smaller and in the end cut; a line is never empty", () => {
  const room = { width: 400, lines: 2, sizes: [40, 20] } as const;
  expect(fitText("Load board", room)).toEqual({ lines: ["Load board"], size: 40 });
  expect(fitText("Load board guide for carriers", room).size).toBe(20);
  expect(fitText("x".repeat(50), room).lines.map(({ length }) => length)).toEqual([28, 22]);
  expect(fitText("freight payment ".repeat(20), room).lines.at(-1)).toMatch(/freight…$|payment…$/);
  expect(fitText("", room).lines).toEqual([""]);
});

test("emoji and control characters are left out; a title in a script the font lacks gives way to the site's address", () => {
  const titles = [
    "🚚 Freight\u0007 API",
    "Überweisung",
    "Оплата перевозок",
    "Πληρωμές",
    "貨運支付",
    "مرحبا API",
    "🚚",
    "Ｄｏｃｓ",
  ];
  expect(titles.map((title) => linesOf(toSocialSvg({ title, description: "", host })).slice(0, 2)))
    .toMatchInlineSnapshot(`
      [
        [
          "docs.example.com",
          "Freight API",
        ],
        [
          "docs.example.com",
          "Überweisung",
        ],
        [
          "docs.example.com",
          "Оплата",
        ],
        [
          "docs.example.com",
          "Πληρωμές",
        ],
        [
          "docs.example.com",
        ],
        [
          "docs.example.com",
        ],
        [
          "docs.example.com",
        ],
        [
          "docs.example.com",
          "Docs",
        ],
      ]
    `);
  expect(linesOf(toSocialSvg({ title: "API", description: "貨運", host })).filter((line) => line !== "")).toEqual([
    host,
    "API",
  ]);
});

test("whatever the texts, the picture is an SVG and its words stay in their room", () => {
  const letters = fc.constantFrom(
    "W",
    "w",
    "m",
    "@",
    "i",
    " ",
    "Ж",
    "Щ",
    "ß",
    "é",
    "—",
    "…",
    "%",
    "A",
    "0",
    "&",
    "<",
    "\u0000",
    "🚚",
    "Ω",
    "ﷺ",
  );
  const text = fc.string({ unit: letters, maxLength: 200 });
  fc.assert(
    fc.property(text, text, (title, description) => {
      const svg = toSocialSvg({ title, description, host: "a".repeat(63) + ".example" });
      const words = svg.replace(/<(?!\/?(?:svg|text)\b)[^>]*>/g, "");
      const box = new Resvg(words, {
        font: { fontBuffers, defaultFontFamily: "Inter", sansSerifFamily: "Inter" },
      }).getBBox();
      expect(box?.x).toBeGreaterThanOrEqual(80);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1120);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(515);
    }),
    { numRuns: 60 },
  );
});
