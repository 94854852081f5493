import { expect, test } from "vitest";

import { userFolder } from "#cache/disk-memory.ts";

test.each<readonly [NodeJS.Platform, NodeJS.ProcessEnv, string | null]>([
  ["linux", { HOME: "/home/me" }, "/home/me/.cache"],
  ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "/var/tmp/me" }, "/var/tmp/me"],
  ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "relative" }, "/home/me/.cache"],
  ["darwin", { HOME: "/Users/me" }, "/Users/me/Library/Caches"],
  ["darwin", { HOME: "/Users/me", XDG_CACHE_HOME: "/caches" }, "/caches"],
  ["win32", { LOCALAPPDATA: String.raw`C:\Users\me\AppData\Local` }, String.raw`C:\Users\me\AppData\Local`],
  ["win32", {}, null],
  ["linux", {}, null],
])("on %s with %o the user's cache is in %s", (platform, environment, folder) => {
  expect(userFolder(platform, environment)).toBe(folder);
});
