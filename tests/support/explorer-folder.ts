import { freePort } from "./listen.ts";
import { type OddApi, startOddApi } from "./odd-api.ts";
import { smallReferenceFolder } from "./small-reference.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

/** A small reference whose explorers can call servers that answer oddly. */
export interface ExplorerFolder extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** Answers whatever the credentials ask for. Offered as "Odd" (staging) and as "Live" (production). */
  readonly odd: OddApi;
  /** Answers without allowing any page to read it. Offered as "Closed". */
  readonly closed: OddApi;
}

/** A folder of such a site, and its servers; at the one that is offered as "Down" nobody listens, "Given" is a placeholder. */
export async function explorerFolder(): Promise<ExplorerFolder> {
  const [odd, closed, folder, downPort] = await Promise.all([
    startOddApi({ cors: true }),
    startOddApi({ cors: false }),
    smallReferenceFolder(),
    freePort(),
  ]);
  const settings = (await folder.read("content/site.yaml")).replace(/^servers:\n(?: .*\n)+/m, "");
  const server = (name: string, kind: string, address: string) =>
    `  - { name: ${name}, kind: ${kind}, url: "${address}/v1/external_api" }\n`;
  await folder.write({
    "content/site.yaml":
      `${settings}\nservers:\n` +
      server("Live", "production", odd.origin.replace("127.0.0.1", "localhost")) +
      server("Odd", "staging", odd.origin) +
      server("Closed", "staging", closed.origin) +
      server("Down", "staging", `http://127.0.0.1:${downPort}`) +
      server("Given", "production", "https://api.example.com"),
  });
  return {
    folder,
    odd,
    closed,
    async [Symbol.asyncDispose]() {
      for (const resource of [odd, closed, folder]) await resource[Symbol.asyncDispose]();
    },
  };
}
