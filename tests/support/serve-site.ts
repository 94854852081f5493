import { startServe, type ServeProcess } from "./serve-process.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

/** Two pages, a picture and a file. */
export const smallSite = {
  "content/index.md": "# Home\n\nWelcome.\n\n[Guide](./guide.md)\n",
  "content/guide.md": "# Guide\n\nWords.\n\n![Picture](./picture.svg)\n",
  "content/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "content/static/robots-note.txt": "hello",
};

export interface ServedFolder extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly server: ServeProcess;
}

/** Serves a folder of its own with the real command. */
export async function serveSite(
  files: Readonly<Record<string, string>> = smallSite,
  args: readonly string[] = [],
): Promise<ServedFolder> {
  const folder = await temporaryFolder(files);
  const server = await startServe(["--port", "0", "--root", folder.path, ...args]);
  return {
    folder,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
