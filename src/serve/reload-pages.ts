import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

import { packageRoot } from "#package.ts";
import type { LiveMessage, LiveState, Problem, Stale } from "#shared/reload-message.ts";

import { refuse, type RequestListener, sendFile } from "./answer-request.ts";
import { parseTarget, reloadMount, ServedFile, type ServedSite } from "./served-site.ts";

interface ReloadClient {
  readonly response: ServerResponse;
  /** Address of the page it shows, as the browser writes it. */
  readonly page: string;
  /** What it was told last. */
  version: string | null;
}

/** What is wrong, for a page that shows an author's file. */
type ProblemsOf = (source: string | null) => readonly Problem[];

/** How soon a page asks again when the server is gone, in milliseconds: browsers wait several seconds by themselves. */
const retryAfter = 500;
/** A page that has stopped reading is let go at this many unsent bytes; it asks again when it wakes up. */
const unsentLimit = 1_000_000;

/** The open pages of a site, told of every build over Server-Sent Events (WHATWG HTML, section 9.2). */
export class ReloadClients {
  readonly #site: ServedSite;
  readonly #clients = new Set<ReloadClient>();
  #kind: LiveState["kind"] = "fresh";
  #problems: ProblemsOf = () => [];
  #stale: readonly Stale[] = [];

  constructor(site: ServedSite) {
    this.#site = site;
  }

  /** Takes a page in (`?page=` says which) and tells it at once how things are: it may have been away for long. */
  connect(request: IncomingMessage, response: ServerResponse): void {
    const page = new URL(request.url ?? "/", "http://host").searchParams.get("page") ?? "/";
    const client = { response, page, version: this.#find(page)?.version ?? null };
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(`retry: ${retryAfter}\n`);
    this.#clients.add(client);
    response.on("close", () => this.#clients.delete(client));
    // What is written between a hang-up and its event is nobody's loss.
    response.on("error", () => this.#clients.delete(client));
    this.#send(client);
  }

  /** Tells every page how things are now. */
  publish(kind: LiveState["kind"], problems: ProblemsOf = () => [], stale: readonly Stale[] = []): void {
    this.#kind = kind;
    this.#problems = problems;
    this.#stale = stale;
    for (const client of this.#clients) this.#send(client);
  }

  /** Shows every page as it is now; what is wrong with it is told later. */
  refresh(): void {
    for (const client of this.#clients) if (this.#find(client.page)?.version !== client.version) this.#send(client);
  }

  #send(client: ReloadClient): void {
    if (client.response.writableLength > unsentLimit) {
      this.#clients.delete(client);
      client.response.destroy();
      return;
    }
    const page = this.#find(client.page);
    const version = page?.version ?? null;
    const isNew = version !== client.version;
    client.version = version;
    const source = page?.source ?? null;
    const message: LiveMessage = {
      version,
      kind: this.#kind,
      problems: this.#problems(source),
      stale: this.#stale.filter(
        ({ file, template }) => file === source || (template === undefined && !file.endsWith(".md")),
      ),
      ...(isNew && page && { html: page.body.toString() }),
    };
    client.response.write(`data: ${JSON.stringify(message)}\n\n`);
  }

  #find(page: string): ServedFile | undefined {
    const target = parseTarget(page, this.#site.baseUrl);
    const file = target.kind === "site" ? this.#site.find(target.path) : undefined;
    return file ?? this.#site.find("404.html");
  }
}

/** Answers the live-reload client of the pages: its script, and the channel it listens to. */
export async function createReloadListener(clients: ReloadClients): Promise<RequestListener> {
  const script = new ServedFile("client.js", await readFile(join(packageRoot, "lib/reload-client.js")));
  return (request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (request.method !== "GET") refuse(response, 405, "Only GET is answered here.");
    else if (path === `${reloadMount}/client.js`) sendFile(script, 200, { request, response });
    else if (path === `${reloadMount}/events`) clients.connect(request, response);
    else refuse(response, 404, "Nothing is here.");
  };
}
