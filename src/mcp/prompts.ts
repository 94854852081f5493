import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

import { findPage } from "./site/find-page.ts";
import { McpFault } from "./site/site-files.ts";
import type { SiteReader } from "./site/site-reader.ts";
import { asData, fitText } from "./tools/answer.ts";

/** Common tasks, in words that make an assistant use the tools. */
export function addPrompts(server: McpServer, site: SiteReader): void {
  addIntegrate(server, site);
  addReviewRequest(server);
}

const mostSuggested = 20;

/** As much of a guide as an answer has room for; read_page has the rest. */
const room = 8_000;

function addIntegrate(server: McpServer, site: SiteReader): void {
  const guidesLike = async (start: string): Promise<string[]> => {
    await site.begin();
    const pages = await site.pages();
    const names = pages.map(({ address }) => address.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/\.md$/, ""));
    return names.filter((name) => name.includes(start)).slice(0, mostSuggested);
  };
  const guide = completable(z.string().describe("Address of a guide, as search gives it"), guidesLike);
  const head = {
    title: "Integrate by a guide",
    description: "Write a program that does what a guide tells, tried in the sandbox first.",
    argsSchema: z.object({ guide }),
  };
  server.registerPrompt("integrate", head, async (asked) => {
    await site.begin();
    const page = await findPage(site, asked.guide);
    if (page === null) throw new McpFault(`There is no page at ${asked.guide}.`);
    const { text, next } = fitText({}, page.text, { limit: room });
    const rest = next === undefined ? "" : `\n\n(read_page with cursor ${next} has the rest of it.)`;
    return toMessage(`${integrate}\n\n${asData}\n\n<guide address="/${page.path}">\n${text}\n</guide>${rest}`);
  });
}

const integrate = `Help me to integrate this API by the guide below.

1. Read each operation that it calls with get_operation.
2. Try the guide's calls with try_request, in order, and keep the session that it names. No server is called.
3. Before you show me a request, hold it against the contract with check_request. Amounts may be in cents.
4. Write the program in the language of my project. Read base URL and secrets from the environment; ask me for none.
5. Tell me what the documentation leaves open, and do not guess it.`;

function addReviewRequest(server: McpServer): void {
  const head = {
    title: "Review a request",
    description: "Hold a request, as curl or as code, against the contract.",
    argsSchema: z.object({ request: z.string().max(20_000).describe("As curl, HTTP or code; without secrets") }),
  };
  server.registerPrompt("review_request", head, ({ request }) =>
    toMessage(`${review}\n\n<request>\n${request}\n</request>`),
  );
}

const review = `Review the request below. Take method, path, query, headers and body out of it, leave out credentials, and call
check_request with them. Tell me each finding with its place and what to write instead, then show the request as it should be.
Where check_request finds nothing, say so; then try it with try_request and tell me what comes back.`;

function toMessage(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
