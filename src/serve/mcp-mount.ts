import type { RequestListener } from "node:http";

import { McpFault, type SiteFiles } from "#mcp/site/site-files.ts";

import type { ServedSite } from "./served-site.ts";

/** The endpoint of assistants on the host. A page of the site with this address goes to callers that accept HTML. */
export const mcpMount = "/mcp";

/** Loads the endpoint of assistants with the first request. */
export function createMcpListener(open: () => Promise<SiteFiles>): RequestListener {
  let loading: Promise<RequestListener> | null = null;
  return (request, response) => {
    loading ??= load(open);
    loading.then(
      (listener) => listener(request, response),
      (error: unknown) => {
        tell(error);
        response.writeHead(500).end();
      },
    );
  };
}

async function load(open: () => Promise<SiteFiles>): Promise<RequestListener> {
  const [{ createEndpoint }, { SiteReader }] = await Promise.all([
    import("#mcp/http-endpoint.ts"),
    import("#mcp/site/site-reader.ts"),
  ]);
  return createEndpoint({ site: new SiteReader(await open()), onBug: tell });
}

function tell(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

/** Files of the last build. */
export function filesOf(site: ServedSite, complete: () => Promise<void>): SiteFiles {
  return {
    begin: async () => {
      if (site.isEmpty) throw new McpFault("Nothing of this site can be shown yet.");
    },
    read: async (path) => {
      if (site.find(path) === undefined && site.lacksDeferred) await complete();
      return site.find(path)?.body.toString() ?? null;
    },
  };
}
