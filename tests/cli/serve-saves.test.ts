import {
  appendFile,
  copyFile,
  link,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";

/* Each way in which editors and tools save a file ends with its last text on the page. */
let folder: TemporaryFolder;
let server: ServeProcess;
let file: string;

beforeAll(async () => {
  folder = await temporaryFolder({ "content/index.md": "# Home\n", "content/guide.md": "# Guide\n\nFirst.\n" });
  file = join(folder.path, "content/guide.md");
  server = await startServe(["--port", "0", "--watch", "--root", folder.path]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const saves: readonly (readonly [name: string, save: (text: string) => Promise<void>])[] = [
  ["truncated and written", async (text) => writeFile(file, text)],
  // Before others replace the file: only its own watcher sees this, and it takes a moment to start.
  [
    "written through a second link to it",
    async (text) => {
      await link(file, join(folder.path, "link.md"));
      await writeFile(join(folder.path, "link.md"), text);
      await rm(join(folder.path, "link.md"));
    },
  ],
  ["appended to", async (text) => appendFile(file, `\n\n${text}`)],
  [
    "replaced by renaming a temporary file",
    async (text) => {
      await writeFile(`${file}.tmp`, text);
      await rename(`${file}.tmp`, file);
    },
  ],
  [
    "saved by vim: probe, backup, new file",
    async (text) => {
      await writeFile(join(folder.path, "content/.guide.md.swp"), "swap");
      await writeFile(join(folder.path, "content/4913"), "");
      await unlink(join(folder.path, "content/4913"));
      await rename(file, `${file}~`);
      await writeFile(file, text);
      await unlink(`${file}~`);
      await unlink(join(folder.path, "content/.guide.md.swp"));
    },
  ],
  [
    "saved by an IDE: two renames",
    async (text) => {
      await writeFile(`${file}___jb_tmp___`, text);
      await rename(file, `${file}___jb_old___`);
      await rename(`${file}___jb_tmp___`, file);
      await unlink(`${file}___jb_old___`);
    },
  ],
  [
    "edited by sed, which renames a temporary file",
    async (text) => {
      await writeFile(join(folder.path, "content/sedAb12x"), text);
      await rename(join(folder.path, "content/sedAb12x"), file);
    },
  ],
  [
    "deleted and created again",
    async (text) => {
      await unlink(file);
      await writeFile(file, text);
    },
  ],
  [
    "emptied, then filled",
    async (text) => {
      await truncate(file);
      await writeFile(file, text);
    },
  ],
  [
    "written in two halves, and built after the first one",
    async (text) => {
      const handle = await open(file, "w");
      await handle.write("# Guide\n\nOnly a half");
      await server.untilPage("/guide", (html) => html.includes("Only a half"));
      await handle.write(` and ${text}\n`);
      await handle.close();
    },
  ],
  [
    "overwritten by a copy",
    async (text) => {
      await writeFile(join(folder.path, "elsewhere.md"), text);
      await copyFile(join(folder.path, "elsewhere.md"), file);
    },
  ],
  [
    "rewritten with the same size and time",
    async (text) => {
      const { size, mtime } = await stat(file);
      await writeFile(file, text.padEnd(size).slice(0, Math.max(size, text.length)));
      await utimes(file, mtime, mtime);
    },
  ],
  [
    "moved away with its folder, and back with other text",
    async (text) => {
      await rename(join(folder.path, "content"), join(folder.path, "away"));
      await writeFile(join(folder.path, "away/guide.md"), text);
      await rename(join(folder.path, "away"), join(folder.path, "content"));
    },
  ],
  ["written again after all that", async (text) => writeFile(file, text)],
];

test.each(saves)("the page shows the last text of a file that is %s", async (name, save) => {
  const word = `Saved-as-${name.replace(/\W+/g, "-")}`;
  await save(`# Guide\n\n${word}.\n`);
  expect(await server.untilPage("/guide", (html) => html.includes(word))).toContain("<h1>Guide</h1>");
});

test("a watched folder that moves away and comes back is reported and watched again", async () => {
  const from = server.output().length;
  using channel = server.listen("/guide");
  await channel.next(() => true);
  const away = `${folder.path}-away`;
  await rename(folder.path, away);
  await server.untilOutput(/is gone; the last build is served until it is back/, from);
  const broken = await channel.next(({ kind }) => kind === "broken");
  expect(broken.problems.map(({ code }) => code)).toEqual(["serve/folder"]);
  expect((await fetch(`${server.origin}/guide`)).status).toBe(200);
  await writeFile(join(away, "content/guide.md"), "# Guide\n\nWritten elsewhere.\n");
  await rename(away, folder.path);
  await server.untilOutput(/is back/, from);
  await server.untilPage("/guide", (html) => html.includes("Written elsewhere"));
  await writeFile(file, "# Guide\n\nWritten at home.\n");
  await server.untilPage("/guide", (html) => html.includes("Written at home"));
  expect(server.output().slice(from)).not.toMatch(/error/);
});

test("an editor's extra files and a save without changes don't trigger a build", async () => {
  using channel = server.listen("/guide");
  const { version } = await channel.next(() => true);
  const from = server.output().length;
  for (const name of [".guide.md.swp", "guide.md~", "#guide.md#", ".#guide.md", "guide.md.tmp", "4913"]) {
    await writeFile(join(folder.path, "content", name), "left over");
    await rm(join(folder.path, "content", name));
  }
  await writeFile(file, await readFile(file));
  await utimes(file, new Date(), new Date());
  await channel.next(() => channel.messages.length > 1);
  await folder.write({ "content/index.md": "# Home\n\nThe only change.\n" });
  await server.untilOutput(/1 page changed/, from);
  // A late event of the touched file may name it as well.
  expect(server.output().slice(from).match(/^✓.*$/gm)).toEqual([expect.stringMatching(/: 1 page changed/)]);
  expect(channel.messages.every((message) => message.version === version)).toBe(true);
});
