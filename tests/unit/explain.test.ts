import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import pico from "picocolors";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { explain } from "#cli/explain/explain.ts";
import { reportBuild } from "#cli/report-build.ts";
import { blockDirectiveNames, textDirectiveNames } from "#content/directives.ts";
import { packageRoot } from "#package.ts";
import { frontMatterSchema } from "#settings/parse-front-matter.ts";
import { keysOf, schemaOfWritten } from "#settings/schema-keys.ts";
import { settingsSchema } from "#settings/settings-schema.ts";
import { diagnosticCodes as codes } from "#shared/diagnostics/diagnostic-codes.ts";

import { buildFiles } from "../support/build-site.ts";

const list = explain() ?? "";
const topics = [...list.matchAll(/^([a-z-]+) {2,}/gm)].map(([, name = ""]) => name);

test("the list has every code once, sorted, with its severity and one sentence", async () => {
  const lines = list.split("\n").filter((line) => /^[a-z]+\/[a-z-]+ /.test(line));
  expect(lines.map((line) => line.split(/ +/, 1)[0])).toEqual(codes.toSorted());
  const named = await readFile(join(packageRoot, "src/cli/explain/findings.txt"), "utf8");
  expect(named.match(/^\S.*/gm)).toEqual(codes);
  for (const line of lines) expect(line).toMatch(/ (?:error|warning) +[A-Z`c].+[.)]$/);
});

test("every code has an explanation of its meaning and its fix", () => {
  const wellFormed =
    /^(\S+) \((?:error|warning|always an error)\)\n\n[A-Z`c](?:(?!\n\n)[^])*[.`]\n\n[A-Z`c](?:(?!\n\n)[^])*[.`]\s*$/;
  expect(codes.filter((code) => wellFormed.exec(explain(code) ?? "")?.[1] !== code)).toEqual([]);
});

test("every code is reported somewhere in the sources", async () => {
  const files = (await readdir(join(packageRoot, "src"), { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const sources = files.filter((file) => !file.endsWith("-codes.ts"));
  const texts = await Promise.all(sources.map(async (file) => readFile(join(packageRoot, "src", file), "utf8")));
  const all = texts.join("\n");
  expect(codes.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
});

test("the topics are the ones in the README", () => {
  expect(topics.join(" ")).toBe(
    "settings front-matter directives templates serve editors report cache ci hosting sandbox agents pull",
  );
});

test("every line fits into 100 columns, and every placeholder is filled in", () => {
  const texts = [list, ...[...codes, ...topics].map((name) => explain(name) ?? "")];
  expect(texts.filter((text) => text === "" || /\{\{\w+\}\}/.test(text))).toEqual([]);
  expect(texts.flatMap((text) => text.split("\n")).filter((line) => line.length > 100)).toEqual([]);
});

test("every setting is explained, and the example uses all of them", () => {
  const text = explain("settings") ?? "";
  const [keys = "", example = ""] = text.split("For example:");
  expect(new Set([...keys.matchAll(/^ *([a-z][\w-]*): /gm)].map(([, key]) => key))).toEqual(
    new Set(keysOf(schemaOfWritten(settingsSchema))),
  );
  settingsSchema.parse(parse(example));
  // The servers are part of an entry of `contracts`.
  const isUsed = (key: string): boolean => new RegExp(`^ *${key}:`, "m").test(example);
  expect(Object.keys(settingsSchema.shape).filter((key) => !isUsed(key))).toEqual([]);
});

test("every key of the front matter is explained, and the example uses all of them", () => {
  const [keys = "", example = ""] = (explain("front-matter") ?? "").split("For example:");
  expect([...keys.matchAll(/^(\w+): /gm)].map(([, key]) => key)).toEqual(Object.keys(frontMatterSchema.shape));
  const frontMatter: unknown = parse(example.replaceAll("---", ""));
  expect(Object.keys(frontMatterSchema.parse(frontMatter))).toEqual(Object.keys(frontMatterSchema.shape));
});

test("every directive is explained", () => {
  const text = explain("directives") ?? "";
  const isExplained = (name: string) =>
    new RegExp(`:${name}(?:[[{\\s]|$)|an admonition: [^;]*\\b${name}\\b`, "m").test(text);
  expect([...blockDirectiveNames, ...textDirectiveNames].filter((name) => !isExplained(name))).toEqual([]);
  expect(text).toContain("\nvideo       src!, poster!, captions, ratio (16:9, 4:3, 1:1, 9:16)");
  expect(text).toContain("\nbadge       tone (info, tip,");
});

test("the explained example of a JSON report has the same shape as a real report", async () => {
  const [, example = ""] = /\n( {2}\{\n[^]*?\n {2}\})\n/.exec(explain("report") ?? "") ?? [];
  const site = await buildFiles({ "content/a.md": "# A\n\n[home](/strat)\n", "content/start.md": "# Start\n" });
  const report = { root: "/", site, diagnostics: site.diagnostics, out: null };
  const { stdout } = reportBuild(report, "json", { colors: pico.createColors(false) });
  const [documented, actual] = [JSON.parse(example), JSON.parse(stdout.join(""))];
  expect(actual).toMatchObject({ version: documented.version, diagnostics: documented.diagnostics });
  expect(Object.keys(actual.summary)).toEqual(Object.keys(documented.summary));
});

test("an unknown name has no explanation", () => {
  expect(explain("link/brokn")).toBeNull();
  expect(explain("toString")).toBeNull();
});

test("every topic applies to any site and mentions nothing from this repository", () => {
  const own = /this site's contract|\bBI-\d|\bLD-\d|external_api|drf|redoc|broker/i;
  expect(topics.filter((topic) => topic !== "directives" && own.test(explain(topic) ?? ""))).toEqual([]);
});

test("every template is listed with its props", async () => {
  const text = explain("templates") ?? "";
  const files = await readdir(join(packageRoot, "templates"), { recursive: true });
  const names = files.filter((name) => /\.(?:tsx|css)$/.test(name));
  expect(names.filter((name) => !text.includes(name.replace(/^styles\//, "")))).toEqual([]);
  expect(text).toContain("footer.tsx                        Footer (site)\n");
  expect(text).toContain("copy-page.tsx                     CopyPage (view)\n");
  expect(text).toContain("Anchor (link, className, current, label, action,\n");
});
