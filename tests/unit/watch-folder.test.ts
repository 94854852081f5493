import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ChangeBurst, FolderWatch, watchRoot } from "#serve/watch-folder.ts";

import { temporaryFolder } from "../support/temporary-folder.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The reported changes, with the time since the start. */
function createBurst() {
  const reports: string[] = [];
  const start = performance.now();
  const burst = new ChangeBurst((names) => reports.push(`${performance.now() - start}: ${names.join()}`));
  return { burst, reports };
}

test("a single save is reported at once, and a burst when it has ended", () => {
  const { burst, reports } = createBurst();
  burst.add("a", false);
  vi.advanceTimersByTime(10);
  for (const name of ["c", "b", "c"]) burst.add(name, false);
  vi.advanceTimersByTime(70);
  expect(reports).toEqual(["2: a"]);
  burst.add("empty", true);
  vi.advanceTimersByTime(100);
  expect(reports).toEqual(["2: a", "160: b,c,empty"]);
});

test("a file that keeps changing doesn't delay other changes for long", () => {
  const { burst, reports } = createBurst();
  for (let time = 0; time < 1_000; time += 40) {
    burst.add("restless", true);
    if (time === 400) burst.add("page", false);
    vi.advanceTimersByTime(40);
  }
  expect(reports).toEqual(["300: restless", "620: page,restless", "940: restless"]);
});

test("forgotten changes aren't reported", () => {
  const { burst, reports } = createBurst();
  burst.add("a", false);
  burst.forget();
  vi.advanceTimersByTime(1_000);
  expect(reports).toEqual([]);
});

/** The usual second may be too short for a busy machine to report a change. */
const untilDone = { timeout: 30_000 };

test("a folder that left and came back between two checks is watched again", async () => {
  await using parent = await temporaryFolder({ "site/content/index.md": "# Home\n" });
  const [root, away] = [join(parent.path, "site"), join(parent.path, "away")];
  const reports: string[] = [];
  vi.useRealTimers();
  const watching = new FolderWatch({ root, onChange: (names) => reports.push(...names), onPolling: () => undefined });
  await watching.start();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const events: string[] = [];
  const onBack = (): void => void watching.start().then(() => events.push("started"));
  const end = watchRoot(root, () => watching.losses, { onGone: () => events.push("gone"), onBack });
  await rename(root, away);
  await vi.waitUntil(() => watching.losses === 1, untilDone);
  await rename(away, root);
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  await vi.waitUntil(() => events.length === 2, untilDone);
  expect(events).toEqual(["gone", "started"]);
  await writeFile(join(root, "content/index.md"), "# House\n");
  await vi.waitUntil(() => reports.includes("content/index.md"), untilDone);
  end();
  await watching.close();
});
