import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { attributesOf, directiveNames } from "#content/directives.ts";
import { packageRoot } from "#package.ts";
import { assetCaching, pageCaching } from "#publish/host-rules.ts";
import { describeKeys, keysOf, schemaOfWritten, wrapText } from "#settings/schema-keys.ts";
import { keySchemas } from "#settings/key-schema.ts";
import { frontMatterSchema } from "#settings/parse-front-matter.ts";
import { settingsSchema } from "#settings/settings-schema.ts";
import { diagnosticCodes, isFixed, severityOf } from "#shared/diagnostics/diagnostic-codes.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { hiddenFiles } from "#write/output-file.ts";

import { readWorkflow } from "../init/plan-repository.ts";
import { reportVersion } from "../report-build.ts";

/** Explains a diagnostic's code or a topic; lists both without a name. Null for an unknown name. */
export function explain(name?: string): string | null {
  if (name === undefined) return listAll();
  if (topics.has(name)) return readText(name).replace(/\{\{(\w+)\}\}/g, (mark, fact) => facts.get(fact)?.() ?? mark);
  const finding = readFindings().find(({ code }) => code === name);
  if (finding === undefined) return null;
  const { code, meaning, remedy } = finding;
  const severity = isFixed(code) ? "always an error" : severityOf(code);
  return [`${code} (${severity})`, "", ...wrapText(meaning), "", ...wrapText(remedy), ""].join("\n");
}

function readText(name: string): string {
  return readFileSync(join(packageRoot, `src/cli/explain/${name}.txt`), "utf8");
}

/** The codes with what they mean, and what to do about them. */
function readFindings() {
  const lines = readText("findings").split("\n");
  return diagnosticCodes.map((code) => {
    const [meaning = "", remedy = ""] = lines.slice(lines.indexOf(code) + 1);
    return { code, meaning, remedy };
  });
}

/** The JSON Schema of settings or front matter; null for another name. */
export function explainAsSchema(name = ""): string | null {
  return name === "settings" || name === "front-matter" ? `${JSON.stringify(keySchemas[name](), null, 2)}\n` : null;
}

/** Topics with their lines in the list. The text of each is a file beside this one. */
const topics: ReadonlyMap<string, string> = new Map([
  ["settings", "every key of content/site.yaml"],
  ["front-matter", "every key at the head of a page"],
  ["directives", "what pages write beyond Markdown, and what the contract checks"],
  ["templates", "what a site replaces, and how it makes directives and islands of its own"],
  ["serve", "what is shown while there are findings, and what stays as it was"],
  ["editors", "the language server, and what editors know without it"],
  ["report", "findings as text, annotations or JSON, and mending them with check --fix"],
  ["cache", "what builds keep and where, and whom a shared cache trusts"],
  ["ci", "a workflow for GitHub, GitLab, Docker and Turborepo"],
  ["hosting", "hosts, headers, redirects, pictures, verifying"],
  ["sandbox", "what the simulated API does, and what it leaves open"],
  ["agents", "letting an assistant read a site and try requests: clients, tools, limits"],
  ["pull", "fetching and comparing the provider's document"],
]);

/** Texts take facts from the code that decides them: `{{pageCaching}}`. */
const facts: ReadonlyMap<string, () => string> = new Map([
  ["settingsKeys", () => describeKeys(settingsSchema).join("\n")],
  ["frontMatterKeys", () => describeKeys(frontMatterSchema).join("\n")],
  ["templates", listTemplates],
  ["styles", listStyles],
  ["reportVersion", () => String(reportVersion)],
  ["assetCaching", () => assetCaching],
  ["pageCaching", () => pageCaching],
  ["githubWorkflow", () => readWorkflow().trim().replace(/^/gm, "  ")],
  ["hiddenFiles", () => hiddenFiles.join(", ")],
  ["directiveAttributes", listAttributes],
]);

function listAttributes(): string {
  const lines = directiveNames.flatMap((name) => {
    const listed = attributesOf(name).map(({ name: attribute, isRequired, words }) => {
      const values = words.length === 0 ? "" : ` (${words.join(", ")})`;
      return `${attribute}${isRequired ? "!" : ""}${values}`;
    });
    return listed.length === 0 ? [] : [name.padEnd(12) + listed.join(", ")];
  });
  return lines.join("\n");
}

function listAll(): string {
  const lines = readFindings().flatMap(({ code, meaning }, index) => {
    const isFirst = groupOf(code) !== groupOf(diagnosticCodes[index - 1] ?? "");
    const [summary = ""] = meaning.trim().split(/(?<=\.) /);
    return [...(isFirst ? [""] : []), `${code.padEnd(nameWidth)}${severityOf(code).padEnd(9)}${summary}`];
  });
  return [
    "docs-build explain <name> says what it means and what to do about it.",
    "",
    ...[...topics].map(([name, summary]) => `${name.padEnd(nameWidth)}${summary}`),
    ...lines,
    "",
    "severities: in content/site.yaml changes a code's severity; --strict makes warnings errors.",
    "",
  ].join("\n");
}

const nameWidth = Math.max(...diagnosticCodes.map((code) => code.length)) + 2;

function groupOf(code: string): string {
  return code.slice(0, code.indexOf("/"));
}

export function suggest(name: string): string {
  if (keysOf(schemaOfWritten(settingsSchema)).includes(name)) return "docs-build explain settings has this key";
  if (keysOf(schemaOfWritten(frontMatterSchema)).includes(name)) return "docs-build explain front-matter has this key";
  const suggestion = nearest(name, [...diagnosticCodes, ...topics.keys()]);
  return suggestion === null ? "docs-build explain lists what there is" : `Did you mean ${suggestion}?`;
}

const templateFolder = join(packageRoot, "templates");

function listTemplates(): string {
  const entries = readdirSync(templateFolder, { recursive: true, encoding: "utf8" });
  const names = entries.map((name) => name.replaceAll("\\", "/"));
  const templates = names.filter((name) => name.endsWith(".tsx")).sort();
  const inFolders = templates.filter((name) => name.includes("/"));
  const outside = templates.filter((name) => !name.includes("/"));
  return [...outside, ...inFolders].flatMap(linesOf).join("\n");
}

function listStyles(): string {
  const names = readdirSync(join(templateFolder, "styles")).filter((name) => name.endsWith(".css"));
  const lines: string[] = [];
  for (const name of names.sort()) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 94) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(`  ${name}`);
  }
  return lines.join(",\n");
}

function linesOf(name: string): readonly string[] {
  const text = readFileSync(join(templateFolder, name), "utf8");
  const components = [...text.matchAll(/^export function ([A-Z]\w*)(?:<[^>]*>)?\((?:\{([^)]*?)\}(?: = \w+)?: )?/gm)];
  return components.map(([, component = "", props = ""], index) => {
    const line = `${(index === 0 ? name : "").padEnd(34)}${component} ${propsIn(props)}`.trimEnd();
    const end = line.length > 100 ? line.lastIndexOf(", ", 90) + 1 : line.length;
    const remainder = line.slice(end).trim();
    return `${line.slice(0, end)}\n${remainder.padStart(line.length - end + 35)}`.trimEnd();
  });
}

function propsIn(props: string): string {
  const outer = props.replaceAll(/:\s*\{[^}]*\}?/g, "").replaceAll(/\s*(?:=|:)[^,]*/g, "");
  const names = outer.split(",").map((name) => name.trim());
  return names.every((name) => name === "") ? "" : `(${names.filter((name) => name !== "").join(", ")})`;
}
