import { bundleScripts, bundleStyles, compileInline, type NamedFile } from "./bundle-client.ts";
import type { Client } from "./read-client.ts";
import { toManifest } from "./to-manifest.ts";

/**
 * The browser part of a site: what was compiled with the package, with the styles compiled anew for a site that has some of
 * its own, and the scripts for the package itself while they are worked on. `look` are the texts of these sources, by path
 * relative to the root.
 * @throws BuildError when one does not compile.
 */
export async function loadClient(root: string, look: ReadonlyMap<string, string>, compiled: Client): Promise<Client> {
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
