import { existsSync, readdirSync } from "node:fs";
import { join, posix, sep } from "node:path";

import type { ReactNode } from "react";

import { addressOfCode, positionInStack, sourcesOf, type ToSourcePosition } from "#read/compiled-code.ts";
import {
  BuildError,
  diagnose,
  type Diagnostic,
  positionIn,
  type Position,
  startOf,
} from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import type { PageView } from "#shared/view.ts";

import { type Compiled, overridesOf, packageTemplates, toCompileError } from "./overrides.ts";

/** A set of templates has one entry: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

interface TemplatesModule {
  readonly code: string;
  /** True if the output depends on the code and the props alone. */
  readonly isPure: boolean;
  readonly exports: readonly string[];
}

/**
 * Compiles the package's templates with the site's files instead of those with the same names. The result is one
 * module, for whole pages or for another file below `templates/`. `files` are the site's texts by path relative to the
 * root.
 * @throws BuildError if a template doesn't compile.
 */
export async function compileTemplates(
  root: string,
  files: ReadonlyMap<string, string>,
  entry = "page.tsx",
): Promise<Compiled<TemplatesModule>> {
  const { build } = await import("esbuild");
  const { options, find, isWhole } = overridesOf(root, files);
  const result = await build({
    ...options,
    entryPoints: [find(entry)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "silent",
    metafile: true,
    define: outside,
  }).catch((error: unknown) => {
    throw toCompileError(error, files);
  });
  const code = result.outputFiles[0]?.text ?? "";
  const outputs = Object.values(result.metafile.outputs);
  const imported = outputs.flatMap(({ imports }) => imports.map(({ path }) => path));
  // React is imported by its address; any other import is a module of Node's.
  const importsReact = imported.every((path) => path.startsWith("file:"));
  // `new Date(value)` doesn't read the clock.
  const readsOutside = code.replace(/\bnew globalThis\.Date\((?!\))/g, "").includes("globalThis");
  const isPure = importsReact && !readsOutside;
  return { value: { code, isPure, exports: outputs.flatMap((output) => output.exports) }, isWhole: isWhole() };
}

/**
 * Globals through which a template can read the machine, the clock or random numbers. They're compiled into names that
 * can be found.
 */
const outside: Readonly<Record<string, string>> = Object.fromEntries(
  ["process", "global", "Date", "Math.random", "performance", "crypto", "fetch", "navigator"].map((name) => [
    name,
    name === "global" ? "globalThis" : `globalThis.${name}`,
  ]),
);

/** Loads compiled templates; null stands for the package's, which are part of it. */
export async function importTemplates(code: string | null): Promise<Templates> {
  if (code === null) return import("#templates/page.tsx");
  const templates: Templates = await import(addressOfCode(code, moduleName));
  return templates;
}

const moduleName = "templates";

/**
 * An error from rendering a page. React doesn't say where a value that it can't render comes from, but it names the
 * components.
 */
export class RenderFault extends Error {
  override readonly name = "RenderFault";
  override readonly cause: Error;
  /** The names of the components that were being rendered, the innermost first. */
  readonly components: readonly string[];

  constructor(cause: Error, components: readonly string[]) {
    super(cause.message);
    this.cause = cause;
    this.components = components;
  }
}

/**
 * Turns an error of a site's own template into a finding: at the line in `files` that threw, or else in the nearest
 * component's file, or else in one of the site's files. Other errors stay as they are.
 */
export function toTemplateError(error: unknown, code: string | null, files: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof RenderFault) || code === null) return error;
  const { cause, components } = error;
  const isOfSite = (position: Position | null): position is Position => position !== null && files.has(position.file);
  const sources = sourcesOf(code);
  const thrown = positionInStack(cause, moduleName, sources);
  if (isOfSite(thrown)) return toFinding(`the template throws: ${cause.message}`, thrown, files);
  const [file] = files.keys();
  const declared = components.flatMap((name) => positionsOfName(name, code, sources)).find(isOfSite);
  // The package's templates give React no such value, so one of the site's does.
  const isOddValue = /^(?:Element type is invalid|Objects are not valid)/.test(cause.message);
  if (declared === undefined && (!isOddValue || file === undefined)) return cause;
  // The first sentence names the fault; the others guess at causes.
  const [fault = ""] = cause.message.split(/\.(?:\s|$)/);
  const message = `what the template gives can't be rendered: ${fault}`;
  return toFinding(message, declared ?? startOf(file ?? ""), files);
}

function toFinding(message: string, position: Position, files: ReadonlyMap<string, string>): BuildError {
  return new BuildError([diagnose("template/invalid", message, position)], files);
}

function positionsOfName(name: string, code: string, sources: ToSourcePosition): readonly (Position | null)[] {
  const declaration = new RegExp(`^\\s*(?:async )?(?:function|class|var|let|const) ${name.replaceAll("$", "\\$")}\\b`);
  return code.split("\n").flatMap((text, index) => {
    const [found] = declaration.exec(text) ?? [];
    return found === undefined ? [] : [sources(index + 1, found.length - name.length + 1)];
  });
}

/**
 * Finds templates and styles of a site without any effect: files that replace nothing and that nothing imports, and
 * style sheets on other hosts, which the policy blocks. `texts` are by path relative to the root.
 */
export function checkTemplates(texts: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const own = [...texts.keys()].filter((path) => path.startsWith("templates/"));
  const used = new Set(
    own.filter((path) => isAdded(path) || existsSync(join(packageTemplates, path.slice("templates/".length)))),
  );
  // Imported files import further files. Those with only types count too, although the bundle has nothing of them.
  for (const path of used) {
    for (const [, name = ""] of (texts.get(path) ?? "").matchAll(/["'`(]([\w./@-]+)["'`)]/g)) {
      const imported = posix.join(posix.dirname(path), name);
      if (texts.has(imported)) used.add(imported);
    }
  }
  return [
    ...own.filter((path) => !used.has(path)).map(unused),
    ...[...used].filter((path) => path.endsWith(".css")).flatMap((path) => remoteStyles(path, texts.get(path) ?? "")),
  ];
}

function isAdded(path: string): boolean {
  return /^templates\/(?:directives|islands)\/[^/]+\.tsx$/.test(path);
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
    const position = positionIn({ file: path, text }, index);
    return diagnose("template/blocked", `the site's policy blocks \`${address}\``, position, "use a file of the site");
  });
}
