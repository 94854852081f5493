import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "../package-root.ts";
import { refuse, sendFile, type RequestListener } from "./answer-request.ts";
import { liveMount } from "./dress-page.ts";
import type { LiveClients } from "./live-clients.ts";
import { ServedFile } from "./served-file.ts";

/** Answers the live-reload client of the pages: its script, and the channel it listens to. */
export async function createLiveListener(clients: LiveClients): Promise<RequestListener> {
  const script = new ServedFile("client.js", await readFile(join(packageRoot, "lib/live-client.js")));
  return (request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (request.method !== "GET") refuse(response, 405, "Only GET is answered here.");
    else if (path === `${liveMount}/client.js`) sendFile(script, 200, { request, response });
    else if (path === `${liveMount}/events`) clients.connect(request, response);
    else refuse(response, 404, "Nothing is here.");
  };
}
