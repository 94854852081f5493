import { join } from "node:path";

import { expect, test } from "vitest";

import { serveFolder } from "../support/serve-folder.ts";
import { specifiedRoutes } from "../support/shipped-site.ts";
import { spawnCli } from "../support/run-command.ts";
import { shippedFolder } from "../support/temporary-folder.ts";

test.each(["/", "/docs/"])(
  "every route of the specification answers 200 below %s in both slash forms",
  async (baseUrl) => {
    await using site = await shippedFolder();
    expect((await spawnCli(["--quiet", "--base-url", baseUrl], { cwd: site.path })).code).toBe(0);
    await using server = await serveFolder(join(site.path, "dist"), { baseUrl });
    for (const route of specifiedRoutes) {
      const bare = `${server.origin}${baseUrl.slice(0, -1)}${route}`.replace(/\/$/, "");
      for (const address of [bare, `${bare}/`]) {
        const response = await fetch(address);
        expect(`${response.status} ${address}`).toBe(`200 ${address}`);
      }
    }
    expect((await fetch(`${server.origin}${baseUrl}TAI/TAI-PAGES`)).status).toBe(404);
  },
);
