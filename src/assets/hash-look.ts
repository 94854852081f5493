import { createHash } from "node:crypto";

/** A hash of texts by path. Two sets have one hash only when they are equal. */
export function hashLook(texts: ReadonlyMap<string, string>): string {
  const entries = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("base64url");
}
