import { posix, relative, resolve } from "node:path";

import { gatherFiles, type OwnContract, toOwnContract } from "#contract/own-contract.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { entriesAt, type Json, listAt, textAt } from "#shared/json/json.ts";

import type { MigrationTools } from "./deadline.ts";
import type { DocusaurusConfig, Plugin } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Stands for the folder, so that what leads out of it is seen to do so. */
const top = resolve("/folder");

/** The contract that the site's own plugins for OpenAPI publish. */
export async function readNamedContract(
  source: SourceFolder,
  config: DocusaurusConfig,
  { report, deadline }: MigrationTools,
): Promise<OwnContract | null> {
  const [first, ...others] = findDocuments(config);
  for (const { path, position } of others) report(`the document ${path} is left out: one is taken`, position);
  if (first === undefined) return null;
  const { path, position } = first;
  if (isAddress(path)) {
    report(`the document ${path} is left out: it is not in the folder; name it with --openapi`, position);
    return null;
  }
  const told = source.diagnostics.length;
  const document = await gatherFiles(resolve(top, path), async (file) =>
    source.text(relative(top, file).replaceAll("\\", "/"), position),
  );
  deadline.check("while its OpenAPI document was read", position);
  const contract = document === null ? null : await toOwnContract(document);
  deadline.check("while its OpenAPI document was read", position);
  const fault = contract?.diagnostics[0]?.message ?? "it is not there";
  if (contract?.value) return contract.value;
  if (told === source.diagnostics.length) report(`the document ${path} cannot be read: ${fault}`, position);
  return null;
}

/** An OpenAPI document that a plugin of the site publishes. */
interface NamedDocument {
  /** Below the folder that was given, or an address. */
  readonly path: string;
  /** Where the configuration names it. */
  readonly position: Position;
}

/** The documents that the known plugins for OpenAPI publish: `docusaurus-plugin-openapi-docs` and Redocusaurus. */
function findDocuments(config: DocusaurusConfig): readonly NamedDocument[] {
  return config.plugins
    .flatMap((plugin) => settingsOf(plugin))
    .flatMap(([holder, key]) => {
      const path = textAt(holder, key);
      if (path === null) return [];
      const place = isAddress(path) ? path : posix.join(config.base, path);
      return [{ path: place, position: config.placeOf(holder, key) }];
    });
}

function settingsOf({ name, options }: Plugin): readonly (readonly [holder: Json, key: string])[] {
  if (name.endsWith("openapi-docs")) return entriesAt(options, "config").map(([, api]) => [api, "specPath"] as const);
  if (/(?:^|\/)redocusaurus$/.test(name))
    return listAt(options, "specs").flatMap((spec) => [[spec, "spec"] as const, [spec, "specPath"] as const]);
  return [];
}

function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}
