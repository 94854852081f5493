import { posix } from "node:path";

import type { Message, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from "esbuild";

import type { StaticFile } from "#read/sources.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { decodePercent } from "#shared/percent.ts";
import { isCovered, type PolicySources } from "#shared/policy.ts";
import { encodeRoute } from "#shared/route.ts";

import { target } from "./bundle-client.ts";

interface SiteStyles {
  /** The path of the style sheet from the settings. */
  readonly entry: string;
  readonly before: string;
  readonly sheets: readonly (Pick<StaticFile, "path" | "file"> & { readonly text: string })[];
  /** The paths of all static files. */
  readonly paths: readonly string[];
  readonly baseUrl: string;
  readonly policy: PolicySources;
}

/**
 * Bundles a site's style sheet, after the styles that come before it. Imported sheets are included. Other addresses
 * keep the meaning that they have in their file, and are checked like those of pages.
 */
export async function compileSiteStyles(styles: SiteStyles): Promise<Outcome<string>> {
  const { build } = await import("esbuild");
  const result = await build({
    stdin: { contents: `@import "before:theme";@import "site:${encodeURI(styles.entry)}";`, loader: "css" },
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    write: false,
    target,
    plugins: [siteFiles(styles)],
  });
  return {
    value: result.outputFiles[0]?.text ?? "",
    diagnostics: result.warnings.map((warning) => toFinding(warning, styles)),
  };
}

function siteFiles(styles: SiteStyles): Plugin {
  const load = ({ path }: { readonly path: string }): OnLoadResult => ({
    contents: styles.sheets.find((sheet) => sheet.path === path)?.text ?? "",
    loader: "css",
  });
  return {
    name: "site-files",
    setup(hooks) {
      hooks.onResolve({ filter: /^before:/ }, ({ path }) => ({ path, namespace: "before" }));
      hooks.onResolve({ filter: /.*/ }, (found) => resolveAddress(found, styles));
      hooks.onLoad({ filter: /.*/, namespace: "before" }, () => ({ contents: styles.before, loader: "css" }));
      hooks.onLoad({ filter: /.*/, namespace: "site" }, load);
    },
  };
}

function resolveAddress({ path, importer, namespace, kind }: OnResolveArgs, styles: SiteStyles): OnResolveResult {
  if (importer === "<stdin>") return { path: decodeURI(path.replace(/^site:/, "")), namespace: "site" };
  // The theme's and the settings' styles need no check.
  if (namespace === "before" || /^(?:#|data:)/i.test(path)) return { path, external: true };
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) {
    const directives = kind === "import-rule" ? (["style-src"] as const) : (["img-src", "font-src"] as const);
    const isAllowed = directives.some((directive) => isCovered(path, styles.policy[directive] ?? []));
    return { path, external: true, warnings: isAllowed ? [] : [{ text: path, detail: "blocked" }] };
  }
  const [address = "", suffix = ""] = path.split(/(?=[?#])(.*)/s);
  const found = posix.join("/", posix.dirname(importer), decodePercent(address) ?? address);
  const published = (address.startsWith("/") ? posix.join("/", decodePercent(address) ?? address) : found).slice(1);
  if (kind === "import-rule" && styles.sheets.some((sheet) => sheet.path === published))
    return { path: published, namespace: "site" };
  const isThere = styles.paths.includes(published);
  return {
    path: styles.baseUrl.slice(0, -1) + encodeRoute(`/${published}`) + suffix,
    external: true,
    warnings: isThere ? [] : [{ text: published, detail: "missing" }],
  };
}

function toFinding({ text, detail, location }: Message, { sheets, paths, entry }: SiteStyles): Diagnostic {
  const path = (location?.file ?? "").replace(/^site:/, "");
  const sheet = sheets.find((known) => known.path === path) ?? sheets.find((known) => known.path === entry);
  const position: Position = {
    file: sheet?.file ?? "",
    line: location?.line ?? 1,
    column: (location?.column ?? 0) + 1,
  };
  if (detail === "missing") {
    const suggestion = nearest(text, paths);
    const hint = suggestion === null ? "files lie in content/static/" : `try /${suggestion}`;
    return diagnose("link/broken-asset", `there is no file \`/${text}\``, position, hint);
  }
  if (detail === "blocked") {
    const hint = "use a file of content/static/, or add its origin to `policy:` in content/site.yaml";
    return diagnose("template/blocked", `the site's policy blocks \`${text}\``, position, hint);
  }
  return diagnose("template/invalid", text, position);
}
