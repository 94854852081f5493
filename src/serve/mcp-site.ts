import type { RequestListener } from "node:http";

import { McpFault, type SiteFiles } from "#mcp/site/site-files.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";

import { ServedSite } from "./served-site.ts";
import {
  type Builder,
  type BuilderAnswer,
  type BuilderOptions,
  type BuildFindings,
  startBuilder,
} from "./start-builder.ts";

/** The endpoint of assistants on the host. A page of the site with this address goes to callers that accept HTML. */
export const mcpMount = "/mcp";

/** Loads the endpoint of assistants with the first request. */
export function createMcpListener(open: () => Promise<SiteFiles>, onBug: (error: unknown) => void): RequestListener {
  let loading: Promise<RequestListener> | null = null;
  const load = async (): Promise<RequestListener> => {
    const { createEndpoint } = await import("#mcp/transports.ts");
    const { SiteReader } = await import("#mcp/site/site-reader.ts");
    return createEndpoint({ site: new SiteReader(await open()), onBug });
  };
  return (request, response) => {
    loading ??= load();
    loading.then(
      (listener) => listener(request, response),
      (error: unknown) => {
        onBug(error);
        response.writeHead(500).end();
      },
    );
  };
}

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

/**
 * A site's folder as it would be published. Each question builds it in memory, which is fast without changes. Files
 * that can't be built now stay as they were.
 */
export class FolderSite implements SiteFiles {
  readonly sourcesOf: NonNullable<SiteFiles["sourcesOf"]>;
  readonly #builder: Builder;
  readonly #site = new ServedSite(false);
  readonly #files = filesOf(this.#site, async () => this.#complete());
  #failure = "";

  constructor({ sourcesOf, ...options }: BuilderOptions & Pick<FolderSite, "sourcesOf">) {
    this.sourcesOf = sourcesOf;
    this.#builder = startBuilder(options);
  }

  readonly begin = async (): Promise<void> => {
    await this.#build();
  };

  readonly read = async (path: string): Promise<string | null> => {
    if (this.#site.isEmpty) throw new McpFault(this.#failure);
    return this.#files.read(path);
  };

  /** Returns the folder's current findings. @throws Error for a fault of ours, or of a template. */
  async check(): Promise<BuildFindings> {
    const answer = await this.#build();
    if (answer.kind === "crashed") throw new McpFault(`The build failed: ${answer.message}`);
    return answer.findings;
  }

  stop(): void {
    this.#builder.stop();
  }

  /** A question during a build waits for the next build, because it may be about a later edit. */
  async #build(): Promise<BuilderAnswer> {
    const answer = await this.#builder.build();
    if (answer.kind === "built") this.#site.update(answer.change);
    else this.#failure = toFailure(answer);
    return answer;
  }

  async #complete(): Promise<void> {
    const answer = await this.#builder.makeDeferred();
    this.#site.takeDeferred(answer.kind === "deferred" ? answer.files : null);
  }
}

function toFailure(answer: Exclude<BuilderAnswer, { kind: "built" }>): string {
  if (answer.kind === "crashed") return `The site can't be built: ${answer.message}`;
  const first = answer.findings.diagnostics.find(({ severity }) => severity === "error");
  const position = first?.position ? ` (${formatPosition(first.position)})` : "";
  return `The site can't be built${first === undefined ? "" : `: ${first.message}${position}`}. check_site says more.`;
}
