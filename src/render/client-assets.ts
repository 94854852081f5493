import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "#package.ts";
import type { OutputFile } from "#shared/files.ts";
import type { Remember } from "#shared/remember.ts";
import type { ClientManifest } from "#shared/view.ts";

import { loadTemplates, type Templates } from "./render-page.tsx";
import { bundleScripts, bundleStyles, compileInline, type NamedFile } from "./bundle-client.ts";

/**
 * The browser part of a site: what was compiled with the package, with the styles compiled anew for a site that has some of
 * its own, and the scripts for the package itself while they are worked on. `look` are the texts of these sources, by path
 * relative to the root.
 * @throws BuildError when one does not compile.
 */
async function loadClient(root: string, look: ReadonlyMap<string, string>, compiled: Client): Promise<Client> {
  const paths = [...look.keys()];
  const styles = paths.some((path) => path.endsWith(".css")) ? await bundleStyles(root, look) : null;
  const scripts = paths.some((path) => path.startsWith("src/")) ? await bundleScripts(look) : null;
  const kept = compiled.files.filter(
    ({ path }) => !(styles && path.endsWith(".css")) && !(scripts && path.endsWith(".js")),
  );
  const files = [...kept, ...[...(styles ?? []), ...(scripts ?? [])].map(toPublished)];
  const inlineScript = scripts === null ? compiled.manifest.inlineScript : await compileInline(look);
  const names = files.map(({ path }) => path.replace(/^assets\//, ""));
  return { manifest: toManifest(names, { inlineScript, look: compiled.manifest.look }), files };
}

function toPublished({ name, content }: NamedFile) {
  return { path: `assets/${name}`, content };
}

/** The package's compiled browser part. */
export interface Client {
  readonly manifest: ClientManifest;
  /** By name, ready to be published: in the site's `assets/`, but for `favicon.ico`. */
  readonly files: readonly OutputFile[];
}

/** Reads the browser part that was compiled with the package. */
async function readClient(): Promise<Client> {
  const folder = join(packageRoot, "lib/client");
  const manifest: ClientManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files = await Promise.all(
    manifest.files.map(async (name) => ({ path: toPath(name), content: await readFile(join(folder, name)) })),
  );
  return { manifest, files };
}

function toPath(name: string): string {
  return name === "favicon.ico" ? name : `assets/${name}`;
}

/** A manifest of compiled files, which are known by the beginnings of their names. */
export function toManifest(
  names: readonly string[],
  { inlineScript, look }: Pick<ClientManifest, "inlineScript" | "look">,
): ClientManifest {
  const nameOf = (pattern: RegExp): string => names.find((name) => pattern.test(name)) ?? "";
  return {
    files: [...names].sort(),
    script: nameOf(/^boot-.*\.js$/),
    styles: nameOf(/^styles-.*\.css$/),
    redirect: nameOf(/^redirect-.*\.js$/),
    icon: nameOf(/^icon-.*\.svg$/),
    touchIcon: nameOf(/^icon-180-/),
    socialImage: nameOf(/^social-/),
    inlineScript,
    look,
  };
}

interface Look {
  readonly client: Client;
  readonly templates: Templates;
}

/** What pages look and behave like: compiled with the package, but for what the site has of its own. */
export async function loadLook(root: string, look: Texts, remember: Remember): Promise<Look> {
  const packaged = await remember("packaged client", [], readClient);
  const { clientSources, templateSources } = splitLook(look, packaged.manifest.look);
  const [client, templates] = await Promise.all([
    remember("client", [clientSources], async () => loadClient(root, clientSources, packaged)),
    remember("templates", [templateSources], async () => loadTemplates(root, templateSources)),
  ]);
  return { client, templates };
}

type Texts = ReadonlyMap<string, string>;

/** The sources of a site's own look, by what they are compiled to. */
interface SplitLook {
  /** Styles, and the package's scripts. */
  readonly clientSources: Texts;
  /** Templates, the islands that stand in them, and the model that they show. */
  readonly templateSources: Texts;
}

/** Splits the sources of a look. Those that the package was compiled from, `compiledLook` being their hash, need no compiling. */
function splitLook(look: Texts, compiledLook: string): SplitLook {
  const own: Texts = look.size > 0 && hashLook(look) !== compiledLook ? look : new Map();
  return { clientSources: only(own, isClientSource), templateSources: only(own, isTemplateSource) };
}

function only(texts: Texts, isWanted: (path: string) => boolean): Texts {
  return new Map([...texts].filter(([path]) => isWanted(path)));
}

function isClientSource(path: string): boolean {
  return path.endsWith(".css") || path.startsWith("src/");
}

function isTemplateSource(path: string): boolean {
  if (path.endsWith(".css")) return false;
  return ["templates/", "src/client/islands/", "src/shared/"].some((folder) => path.startsWith(folder));
}

/** A hash of texts by path. Two sets have one hash only when they are equal. */
export function hashLook(texts: ReadonlyMap<string, string>): string {
  const entries = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("base64url");
}
