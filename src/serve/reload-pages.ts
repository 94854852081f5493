import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

import { packageRoot } from "#package.ts";
import { routeKey, toRoute } from "#shared/route.ts";
import type { LiveMessage, LiveState, Problem, Stale } from "#shared/reload-message.ts";

import { refuse, type RequestListener, sendFile } from "./answer-request.ts";
import { parseTarget, reloadMount, ServedFile, type ServedSite } from "./served-site.ts";

interface ReloadClient {
  readonly response: ServerResponse;
  /** The page's address, as the browser writes it. */
  readonly page: string;
  /** The version that the page was sent last. */
  version: string | null;
}

/** Problems for the page of an author's file. */
type ProblemsOf = (source: string | null) => readonly Problem[];

/** In milliseconds. Browsers alone would wait several seconds before they reconnect. */
const retryAfter = 500;
/** In unsent bytes. A page that has stopped reading is disconnected, and reconnects when it wakes up. */
const unsentLimit = 1_000_000;

/** Sends each build to open pages by Server-Sent Events (WHATWG HTML, section 9.2). */
export class ReloadClients {
  readonly #site: ServedSite;
  readonly #clients = new Set<ReloadClient>();
  #kind: LiveState["kind"] = "fresh";
  #problems: ProblemsOf = () => [];
  #stale: readonly Stale[] = [];

  constructor(site: ServedSite) {
    this.#site = site;
  }

  /** Connects a page (`?page=` names it) and sends the current state at once, because it may have been away for long. */
  connect(request: IncomingMessage, response: ServerResponse): void {
    const page = new URL(request.url ?? "/", "http://host").searchParams.get("page") ?? "/";
    const client = { response, page, version: this.#find(page)?.version ?? null };
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(`retry: ${retryAfter}\n`);
    this.#clients.add(client);
    response.on("close", () => this.#clients.delete(client));
    // Errors between a hang-up and its event don't matter.
    response.on("error", () => this.#clients.delete(client));
    this.#send(client);
  }

  /** The routes and the files that open pages show; null without open pages. */
  shown(): readonly string[] | null {
    const shown = Array.from(this.#clients, ({ page }) => {
      const target = parseTarget(page, this.#site.baseUrl);
      const route = toRoute(target.kind === "site" ? target.path : "");
      return [route, routeKey(route), "/404", this.#find(page)?.source ?? ""];
    });
    return shown.length === 0 ? null : shown.flat();
  }

  publish(kind: LiveState["kind"], problems: ProblemsOf = () => [], stale: readonly Stale[] = []): void {
    this.#kind = kind;
    this.#problems = problems;
    this.#stale = stale;
    for (const client of this.#clients) this.#send(client);
  }

  /** Refreshes every page; problems follow later. */
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

export async function createReloadListener(clients: ReloadClients): Promise<RequestListener> {
  const script = new ServedFile("client.js", await readFile(join(packageRoot, "lib/reload-client.js")));
  return (request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (request.method !== "GET") refuse(response, 405, "Only GET is answered here.");
    else if (path === `${reloadMount}/client.js`) sendFile(script, 200, response);
    else if (path === `${reloadMount}/events`) clients.connect(request, response);
    else refuse(response, 404, "Nothing is here.");
  };
}
