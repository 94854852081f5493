import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { scopeOf } from "#shared/contract/contract-slice.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";

import { answerRequest, type Answering, type RequestListener } from "./answer-request.ts";
import { toProblems } from "./build-report.ts";
import { listen, type ListenOptions } from "./listen.ts";
import { createMcpListener, filesOf, mcpMount } from "./mcp-site.ts";
import { RebuildLoop } from "./rebuild-loop.ts";
import { createReloadListener, ReloadClients } from "./reload-pages.ts";
import { createSandboxListener } from "./sandbox-server.ts";
import { reloadMount, ServedSite } from "./served-site.ts";
import { type Builder, type BuilderAnswer, type BuilderOptions, startBuilder } from "./start-builder.ts";
import { FolderWatch, watchRoot } from "./watch-folder.ts";

export interface ServeOptions extends BuilderOptions, ListenOptions {
  readonly isWatched: boolean;
  readonly editor: string;
  /** More names of this server, in lower case. */
  readonly allowedHosts: readonly string[];
}

/** Reports to the writer, and the writer's signal to stop. */
export interface ServeEvents {
  readonly onListening: (port: number, baseUrl: string) => void;
  /** `paths` are the files that changed before the build, and `last` is the last reported build; the first has neither. */
  readonly onBuilt: (answer: BuilderAnswer, paths: readonly string[], last: BuilderAnswer | null) => void;
  readonly onPolling: () => void;
  /** Called with bugs of ours; the assistant only learns that there was one. */
  readonly onBug: (error: unknown) => void;
  /** The watched folder has gone or come back. */
  readonly onRoot: (isThere: boolean) => void;
  /** Ends everything at once, even during a build. */
  readonly stop: AbortSignal;
}

/**
 * Builds a site and serves it from memory until it is stopped, even with errors. Returns false if the site can't be
 * built at all; with watching, the last build is served, and open pages say so.
 * @throws BuildError if the port isn't available.
 */
export async function serveSite(options: ServeOptions, events: ServeEvents): Promise<boolean> {
  const { root, flags, strict, cache, host, isWatched, allowedHosts } = options;
  const { stop } = events;
  const builder = startBuilder({ root, flags, strict, cache });
  stop.addEventListener("abort", builder.stop);
  const names = [...allowedHosts, ...(host === null ? [] : [host.toLowerCase()])];
  const hosts = { names, anyAddress: host !== null };
  const site = new ServedSite(isWatched);
  const complete = shareRun(async () => makeDeferred(builder, site, events));
  const mounts = new Map([[mcpMount, createMcpListener(async () => filesOf(site, complete), events.onBug)]]);
  const served: Served = { site, hosts, mounts, sandbox: null, complete };
  if (isWatched) await buildOnEveryChange(builder, served, { options, events });
  else await buildOnce(builder, served, events);
  if (stop.aborted || (site.isEmpty && !isWatched)) return false;
  const listening = await listen((request, response) => answerRequest(request, response, served), options);
  stop.addEventListener("abort", listening.close);
  events.onListening(listening.port, site.baseUrl);
  return true;
}

interface Served extends Answering {
  readonly mounts: Map<string, RequestListener>;
  sandbox: Answering["sandbox"];
}

async function buildOnce(builder: Builder, served: Served, { stop, onBuilt }: ServeEvents): Promise<void> {
  const answer = await builder.build();
  if (stop.aborted) return;
  showBuild(answer, served);
  onBuilt(answer, [], null);
  void served.complete().then(builder.stop);
}

async function makeDeferred(builder: Builder, site: ServedSite, { stop, onBuilt }: ServeEvents): Promise<void> {
  const answer = await builder.makeDeferred();
  site.takeDeferred(answer.kind === "deferred" ? answer.files : null);
  if (answer.kind === "crashed" && !stop.aborted) onBuilt(answer, [], null);
}

function shareRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return async () => (running ??= task().finally(() => (running = null)));
}

async function buildOnEveryChange(
  builder: Builder,
  served: Served,
  { options: { root, editor }, events }: { readonly options: ServeOptions; readonly events: ServeEvents },
): Promise<void> {
  const { stop, onPolling } = events;
  const pattern = { root, pattern: editor };
  const clients = new ReloadClients(served.site);
  let last: BuilderAnswer | null = null;
  let isGone = false;
  const onBuilt = (answer: BuilderAnswer, paths: readonly string[]): void => {
    // A build without a folder says nothing about the site.
    if (stop.aborted || (answer.kind !== "built" && (isGone || !existsSync(root)))) return;
    const kind = answer.kind === "built" ? "fresh" : "broken";
    const stale = answer.kind === "built" ? answer.stale : [];
    clients.publish(kind, (source) => toProblems(answer, pattern, source), stale);
    if (last === null || !isUnchanged(last, answer)) events.onBuilt(answer, paths, last);
    last = answer;
  };
  const onSlow = (): void => clients.publish("building");
  const onReady = (answer: BuilderAnswer): void => {
    if (stop.aborted) return;
    showBuild(answer, served);
    clients.refresh();
  };
  const build = async (isHurried: boolean) => builder.build({ awaited: isHurried ? clients.shown() : null });
  const loop = new RebuildLoop(build, { onSlow, onReady, onBuilt });
  const watching = new FolderWatch({ root, onChange: (paths) => loop.request(paths), onPolling });
  const endRootWatch = watchRoot(root, () => watching.losses, {
    onGone: () => {
      isGone = true;
      clients.publish("broken", (source) => toProblems(folderGone, pattern, source));
      events.onRoot(false);
    },
    onBack: () => {
      events.onRoot(true);
      // The next build's findings are all new, and any file may have changed.
      last = null;
      void watching.start().then(() => {
        isGone = false;
        loop.request(["content"]);
      });
    },
  });
  stop.addEventListener("abort", endRootWatch);
  stop.addEventListener("abort", () => void watching.close());
  served.mounts.set(reloadMount, await createReloadListener(clients));
  await Promise.all([loop.start(), watching.start()]);
}

const folderGone: BuilderAnswer = {
  kind: "refused",
  findings: {
    diagnostics: [diagnose("serve/folder", "the folder of this site is gone", null, "move it back to where it was")],
    texts: new Map(),
  },
};

function isUnchanged(last: BuilderAnswer, answer: BuilderAnswer): boolean {
  if (last.kind !== "built" || answer.kind !== "built") return false;
  const { files, removed } = answer.change;
  return files.length === 0 && removed.length === 0 && isDeepStrictEqual(last.findings, answer.findings);
}

function showBuild(answer: BuilderAnswer, served: Served): void {
  if (answer.kind !== "built") return;
  const { site, mounts, hosts } = served;
  const { change, contract } = answer;
  site.update(change);
  if (contract === undefined) return;
  if (served.sandbox !== null) mounts.delete(served.sandbox.path);
  served.sandbox = null;
  // "Try it" and the samples answer on the site's own origin, below the contract's base path.
  if (contract !== null && contract.basePath !== "" && contract.basePath !== mcpMount) {
    // Planning a sandbox takes longer than a page may, and few edits of a contract are followed by a call.
    let listener: RequestListener | null = null;
    mounts.set(contract.basePath, (request, response) => {
      listener ??= createSandboxListener(contract, { hosts: hosts.names });
      listener(request, response);
    });
    served.sandbox = { path: contract.basePath, scope: scopeOf(contract) };
  }
}
