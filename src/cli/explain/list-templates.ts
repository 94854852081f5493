import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "#package.ts";

const folder = join(packageRoot, "templates");

/** Every template of the package with its components and what each is given, and every file of styles. */
export function listTemplates(): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const templates = names.filter((name) => name.endsWith(".tsx")).sort(byPlace);
  return templates.flatMap(linesOf).join("\n");
}

export function listStyles(): string {
  const names = readdirSync(join(folder, "styles")).filter((name) => name.endsWith(".css"));
  const lines: string[] = [];
  for (const name of names.sort()) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 94) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(`  ${name}`);
  }
  return lines.join(",\n");
}

/** The files of a folder before those in its folders. */
function byPlace(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => (name.includes("/") ? `~${name}` : name));
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

function linesOf(name: string): readonly string[] {
  const text = readFileSync(join(folder, name), "utf8");
  const components = [...text.matchAll(/^export function ([A-Z]\w*)(?:<[^>]*>)?\((?:\{([^)]*?)\}(?: = \w+)?: )?/gm)];
  return components.map(([, component = "", given = ""], index) => {
    return `${(index === 0 ? name : "").padEnd(34)}${component} ${propsIn(given)}`.trimEnd();
  });
}

/** The names of what a component takes out of its props: `{ view: { site }, label = "x" }`. */
function propsIn(given: string): string {
  const outer = given.replaceAll(/:\s*\{[^}]*\}?/g, "").replaceAll(/\s*(?:=|:)[^,]*/g, "");
  const names = outer.split(",").map((name) => name.trim());
  return names.every((name) => name === "") ? "" : `(${names.filter((name) => name !== "").join(", ")})`;
}
