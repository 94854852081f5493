import { isDeepStrictEqual } from "node:util";

import type { Contract } from "#shared/contract/contract.ts";

import { answerRequest, type RequestListener } from "./answer-request.ts";
import { toProblems } from "./build-report.ts";
import { listen, type ListenOptions } from "./listen.ts";
import { RebuildLoop } from "./rebuild-loop.ts";
import { createReloadListener, ReloadClients } from "./reload-pages.ts";
import { createSandboxHandler } from "./sandbox-handler.ts";
import { reloadMount, ServedSite } from "./served-site.ts";
import { type BuilderAnswer, type BuilderOptions, startBuilder } from "./start-builder.ts";
import { watchFolder } from "./watch-folder.ts";

export interface ServeOptions extends BuilderOptions, ListenOptions {
  /** Builds again when a file changes. */
  readonly isWatched: boolean;
  /** Pattern of the addresses that open a place in the editor. */
  readonly editor: string;
}

/** What the writer is told, and how the writer ends it. */
export interface ServeEvents {
  readonly onListening: (port: number, baseUrl: string) => void;
  /** `paths` are the files that changed before the build; none for the first. */
  readonly onBuilt: (answer: BuilderAnswer, paths: readonly string[]) => void;
  readonly onPolling: () => void;
  /** Ends everything at once, also in the middle of a build. */
  readonly stop: AbortSignal;
}

/**
 * Builds a site and serves it from memory until it is stopped. Without watching, a site with errors is not served: false.
 * With it, the last good build is served whatever happens, and its open pages are told how the newest one went.
 * @throws BuildError when the port cannot be had.
 */
export async function serveSite(options: ServeOptions, events: ServeEvents): Promise<boolean> {
  const { root, host, isWatched } = options;
  const { stop } = events;
  const builder = startBuilder({ root, flags: options.flags, strict: options.strict });
  stop.addEventListener("abort", builder.stop);
  const site = new ServedSite(isWatched);
  const clients = new ReloadClients(site);
  const mounts = new Map<string, RequestListener>();
  let last: BuilderAnswer | null = null;
  const onBuilt = (answer: BuilderAnswer, paths: readonly string[]): void => {
    if (stop.aborted) return;
    if (answer.kind === "built") take(answer, { site, mounts });
    const problems = toProblems(answer, { root, pattern: options.editor });
    clients.publish({ kind: answer.kind === "built" ? "fresh" : "broken", problems });
    if (last === null || !isNothingNew(last, answer)) events.onBuilt(answer, paths);
    last = answer;
  };

  if (isWatched) {
    const loop = new RebuildLoop(builder, {
      onSlow: () => clients.publish({ kind: "building", problems: [] }),
      onBuilt,
    });
    const watching = watchFolder({ root, onChange: (paths) => loop.request(paths), onPolling: events.onPolling });
    stop.addEventListener("abort", () => void watching.close());
    mounts.set(reloadMount, await createReloadListener(clients));
    await Promise.all([loop.start(), watching.ready]);
  } else {
    onBuilt(await builder.build(), []);
    builder.stop();
    if (site.isEmpty) return false;
  }
  if (stop.aborted) return false;
  const hosts = { names: host === null ? [] : [host.toLowerCase()], anyAddress: host !== null };
  const answering = { site, hosts, mounts };
  const listening = await listen((request, response) => answerRequest(request, response, answering), options);
  stop.addEventListener("abort", listening.close);
  events.onListening(listening.port, site.baseUrl);
  return true;
}

/** Whether a build says nothing that the one before it did not: a file was saved as it was. */
function isNothingNew(last: BuilderAnswer, answer: BuilderAnswer): boolean {
  if (last.kind !== "built" || answer.kind !== "built") return false;
  const { files, removed } = answer.change;
  return files.length === 0 && removed.length === 0 && isDeepStrictEqual(last.findings, answer.findings);
}

interface Served {
  readonly site: ServedSite;
  readonly mounts: Map<string, RequestListener>;
}

/** A new contract is a new sandbox, with the records it starts with. */
function take({ change, contract }: Extract<BuilderAnswer, { kind: "built" }>, { site, mounts }: Served): void {
  site.update(change);
  if (contract === undefined) return;
  for (const prefix of mounts.keys()) if (prefix !== reloadMount) mounts.delete(prefix);
  if (contract !== null) mountSandbox(contract, mounts);
}

/** "Try it" and the samples answer on the site's own origin, below the contract's base path. */
function mountSandbox(contract: Contract, mounts: Map<string, RequestListener>): void {
  if (contract.basePath !== "") mounts.set(contract.basePath, createSandboxHandler(contract).handle);
}
