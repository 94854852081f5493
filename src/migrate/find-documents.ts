import { posix } from "node:path";

import type { Position } from "#shared/diagnostic.ts";
import { isObject, type Json, listAt, objectAt, textAt } from "#shared/json/json.ts";

import type { DocusaurusConfig, Plugin } from "./site-config.ts";

/** An OpenAPI document that a plugin of the site publishes. */
interface NamedDocument {
  /** Below the folder that was given, or an address. */
  readonly path: string;
  /** Where the configuration names it. */
  readonly position: Position;
}

/** The documents that the known plugins for OpenAPI publish: `docusaurus-plugin-openapi-docs` and Redocusaurus. */
export function findDocuments(config: DocusaurusConfig): readonly NamedDocument[] {
  return config.plugins
    .flatMap((plugin) => settingsOf(plugin))
    .flatMap(([holder, key]) => {
      const path = textAt(holder, key);
      return path === null ? [] : [{ path: withBase(path, config), position: config.placeOf(holder, key) }];
    });
}

function settingsOf({ name, options }: Plugin): readonly (readonly [holder: Json, key: string])[] {
  if (name.endsWith("openapi-docs")) {
    const apis = objectAt(options, "config");
    return (isObject(apis) ? Object.values(apis) : []).map((api) => [api, "specPath"] as const);
  }
  if (/(?:^|\/)redocusaurus$/.test(name))
    return listAt(options, "specs").flatMap((spec) => [[spec, "spec"] as const, [spec, "specPath"] as const]);
  return [];
}

export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}

function withBase(path: string, { base }: DocusaurusConfig): string {
  return isAddress(path) ? path : posix.join(base, path);
}
