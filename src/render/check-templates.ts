import { existsSync, readdirSync } from "node:fs";
import { join, posix, sep } from "node:path";

import { packageRoot } from "#package.ts";
import { diagnose, type Diagnostic, placeIn, startOf } from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";

const folder = "templates/";
const packageTemplates = join(packageRoot, folder);

type Texts = ReadonlyMap<string, string>;

/**
 * What has no effect in a site's own templates and styles: files that replace nothing and that nothing imports, and styles
 * of other hosts, which the policy doesn't let a page load. `texts` are by path relative to the root.
 */
export function checkTemplates(texts: Texts): readonly Diagnostic[] {
  const own = [...texts.keys()].filter((path) => path.startsWith(folder));
  const used = new Set(
    own.filter((path) => isAdded(path) || existsSync(join(packageTemplates, path.slice(folder.length)))),
  );
  // What is found on the way is looked into as well.
  for (const path of used) for (const imported of importsOf(path, texts)) used.add(imported);
  return [
    ...own.filter((path) => !used.has(path)).map(unused),
    ...[...used].filter((path) => path.endsWith(".css")).flatMap((path) => remoteStyles(path, texts.get(path) ?? "")),
  ];
}

function isAdded(path: string): boolean {
  return /^templates\/(?:directives|islands)\/[^/]+\.tsx$/.test(path);
}

/** Files with types alone count as well, though nothing of them is left in the bundle. */
function importsOf(path: string, texts: Texts): readonly string[] {
  const names = (texts.get(path) ?? "").matchAll(/["'`(]([\w./@-]+)["'`)]/g);
  return Array.from(names, ([, name = ""]) => posix.join(posix.dirname(path), name)).filter((file) => texts.has(file));
}

function unused(path: string): Diagnostic {
  const packaged = readdirSync(packageTemplates, { recursive: true, encoding: "utf8" })
    .filter((name) => isStyle(name) === isStyle(path))
    .map((name) => name.replaceAll(sep, "/"));
  const byName = new Map(packaged.sort().map((name) => [stemOf(name), name]));
  const meant = nearest(stemOf(path), byName.keys());
  const hint = isAdded(path.replace(/\.[cm]?[jt]sx?$/, ".tsx"))
    ? "give it a name that ends in .tsx"
    : meant === null
      ? "import it in a file that is used, or remove it"
      : `did you mean ${byName.get(meant)}?`;
  const message =
    "this file has no effect: docs-build has none of its name to replace, and no template of the site imports it";
  return diagnose("template/unused", message, startOf(path), hint);
}

function isStyle(path: string): boolean {
  return /\.(?:css|s[ac]ss|less)$/.test(path);
}

function stemOf(path: string): string {
  return posix.parse(path).name;
}

function remoteStyles(path: string, text: string): readonly Diagnostic[] {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const addresses = code.matchAll(/(?:@import\s*|url\(\s*)["']?((?:https?:)?\/\/[^"')\s;]+)/gi);
  return Array.from(addresses, ({ index, 1: address = "" }) => {
    const position = placeIn({ file: path, text }, index);
    return diagnose("template/blocked", `the site's policy blocks \`${address}\``, position, "use a file of the site");
  });
}
