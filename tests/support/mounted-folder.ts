import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { canRun, runCommand } from "./run-command.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

/** Whether this user may mount file systems here. */
export const mayMount = await canRun("sh", [
  "-c",
  "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d && rmdir $d",
]);

/** Ways to mount something at a folder: a new file system, and another folder of the same one. */
const mountings = {
  "a file system of its own": () => ["-t", "tmpfs", "tmpfs"],
  "a folder from elsewhere": (site: TemporaryFolder) => ["--bind", join(site.path, "volume")],
} as const;

interface MountedFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes `dist` of a site's folder a mount point until it is disposed of. */
export async function mountAt(site: TemporaryFolder, how: keyof typeof mountings): Promise<MountedFolder> {
  const dist = join(site.path, "dist");
  for (const name of ["dist", "volume"]) await mkdir(join(site.path, name), { recursive: true });
  const { code, stderr } = await runCommand("mount", [...mountings[how](site), dist], { cwd: site.path });
  if (code !== 0) throw new Error(stderr);
  return { path: dist, [Symbol.asyncDispose]: async () => void (await runCommand("umount", [dist], { cwd: "/" })) };
}
