import { aroundEach } from "vitest";

import { during, startWatchdog } from "./watchdog.ts";

/* A test that stands still tells why on stderr, long before its time is over. */
aroundEach(async (runTest, { task }) => {
  const stop = startWatchdog();
  await during(task.name, runTest).finally(stop);
});
