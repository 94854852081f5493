import { stringify } from "yaml";

import { withExactNumbers } from "#read/yaml/exact-numbers.ts";
import type { ContractVersion } from "#settings/resolve-config.ts";
import { downloadPath } from "#shared/contract/reference.ts";
import { type JsonObject, toJsonText } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

/**
 * Readers can download a document as its author wrote it, and in the second notation. Without a source, because the
 * author wrote more than is published, both are written. The content is bytes, because a string with a character beyond
 * Latin-1 takes twice as many.
 */
export function toDownloads(
  version: ContractVersion,
  document: JsonObject,
  source: string | null,
): readonly OutputFile[] {
  const { route } = version;
  const isJson = /\.json$/i.test(version.document);
  const [yaml, json] = isJson ? [null, source] : [source, null];
  return [
    {
      path: downloadPath(route, "yaml"),
      content: Buffer.from(yaml ?? stringify(document, { customTags: withExactNumbers })),
    },
    { path: downloadPath(route, "json"), content: Buffer.from(json ?? `${toJsonText(document, 2)}\n`) },
  ];
}
