import { isDeepStrictEqual } from "node:util";

import { buildSite } from "#build.ts";
import type { DeferredFiles } from "#pipeline/site.ts";
import type { Memory } from "#cache/memory.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { toSources } from "#read/sources.ts";
import { compareSites, KeptState, type FilesByPath, toFilesByPath } from "#serve/build-state.ts";
import { ServedSite } from "#serve/served-site.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import type { OutputFile } from "#write/output-file.ts";

import { forgetSites } from "./build-site.ts";
import { type Random, seededRandom } from "./life/random.ts";

/* A site whose sources compete for addresses, built and served as by `serve --watch`, without a folder or a thread. */

type Sources = ReadonlyMap<string, string>;

/** What readers and the writer get from a build. */
interface Served {
  readonly site: ServedSite;
  readonly paths: readonly string[];
  readonly findings: readonly Diagnostic[];
}

type Watch = (sources: Sources) => Promise<Served>;

/** Builds one state of the sources after another, and serves what each build changed. */
function createWatch(next?: Memory): Watch {
  const [memory, deferredMemory] = [new ProcessMemory(next), new ProcessMemory(next)];
  const [state, site] = [new KeptState(), new ServedSite(true)];
  const last: { files: FilesByPath | null } = { files: null };
  return async (sources) => {
    const emitted: OutputFile[] = [];
    const deferred: OutputFile[] = [];
    state.begin();
    const { diagnostics } = await buildSite(
      toSources(new Map(Array.from(sources, ([path, text]) => [path, new TextEncoder().encode(text)]))),
      {
        ...{ root: "/nowhere", flags: {}, strict: false, memory, last: state },
        emit: (file) => void emitted.push(file),
        onDeferred: async (make) => takeAll(make, deferredMemory, deferred),
      },
    );
    state.end();
    for (const used of [memory, deferredMemory]) used.sweep();
    const files = toFilesByPath(emitted);
    site.update({ baseUrl: "/", ...compareSites(last.files, files) });
    site.takeDeferred(deferred);
    last.files = files;
    return { site, paths: [...files.keys(), ...deferred.map(({ path }) => path)], findings: diagnostics };
  };
}

async function takeAll(make: DeferredFiles["make"], memory: Memory, files: OutputFile[]): Promise<void> {
  for await (const file of make(memory)) files.push(file);
}

const fixed: Readonly<Record<string, string>> = {
  "content/site.yaml": "title: Test\n",
  "content/index.md": "# Home\n\nSee [the guide](/guides/pagination) and [the reference](/api).\n",
};

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
paths: { /loads: { get: { operationId: list, summary: List, responses: { "200": { description: Fine } } } } }
`;

/** Pages sorted before and after those whose address they claim, folders next to pages, and files at pages' addresses. */
const pages = ["guides/pagination", "guides/dup", "guides/zeta", "guides", "guides/index", "api", "API", "a.txt/index"];
const files = ["a.txt", "static/a.txt", "static/guides/pagination/index.html", "static/guides/pagination.md"];
const slugs = ["/guides/pagination", "/api", "/guides", "/", "pagination"];

/** What a writer may do next: each act is a new state of the sources. */
const acts: readonly ((sources: Sources, random: Random) => Sources)[] = [
  (sources, random) => withFile(sources, `content/${random.pick(pages)}.md`, toPage(random)),
  (sources, random) => withFile(sources, `content/${random.pick(pages)}.md`, toPage(random)),
  (sources, random) => withFile(sources, `content/${random.pick(files)}`, `Text ${random.below(2)}`),
  (sources, random) =>
    sources.has("openapi/api.yaml")
      ? without(sources, "openapi/api.yaml")
      : withFile(sources, "openapi/api.yaml", random.below(2) === 0 ? contract : contract.replace("List", "All")),
  (sources, random) => without(sources, random.pick(changeable(sources))),
  (sources, random) => without(sources, random.pick(changeable(sources))),
  (sources, random) => {
    const from = random.pick(changeable(sources));
    return withFile(without(sources, from), `content/${random.pick(pages)}.md`, sources.get(from) ?? "");
  },
];

function toPage(random: Random): string {
  const slug = random.below(2) === 0 ? "" : `---\nslug: ${random.pick(slugs)}\n---\n\n`;
  return `${slug}# Title ${random.below(2)}\n\nText.\n`;
}

function changeable(sources: Sources): readonly string[] {
  return [...sources.keys()].filter((path) => path !== "content/site.yaml");
}

function withFile(sources: Sources, path: string, text: string): Sources {
  return new Map([...sources, [path, text] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function without(sources: Sources, path: string): Sources {
  return new Map([...sources].filter(([file]) => file !== path || fixed[path] !== undefined));
}

/** The states of a site in an order that the seed decides. */
function statesOf(seed: number, count: number): readonly Sources[] {
  const random = seededRandom(seed);
  const states: Sources[] = [new Map(Object.entries(fixed))];
  for (let act = 0; act < count; act++) states.push(random.pick(acts)(states.at(-1) ?? new Map(), random));
  return states;
}

/** The site that a newly started server would serve. Each state is built once. */
export function createFresh(): Watch {
  const known = new Map<string, Promise<Served>>();
  return async (sources) => {
    const key = JSON.stringify([...sources]);
    const served = known.get(key) ?? createWatch(forgetSites)(sources);
    known.set(key, served);
    return served;
  };
}

/** Plays a seed's acts, and returns where served files or findings differ from a fresh build. */
export async function differencesOf(seed: number, count: number, fresh: Watch): Promise<readonly string[]> {
  const watch = createWatch();
  const differences: string[] = [];
  const seen = new Set<string>();
  for (const [act, sources] of statesOf(seed, count).entries()) {
    const [watched, expected] = [await watch(sources), await fresh(sources)];
    for (const path of [...watched.paths, ...expected.paths]) seen.add(path);
    const differing = [...seen].filter((path) => answerAt(path, watched) !== answerAt(path, expected));
    const hasSameFindings = isDeepStrictEqual(watched.findings, expected.findings);
    for (const what of [...differing, ...(hasSameFindings ? [] : ["the findings"])])
      differences.push(`act ${act}, ${what}, of ${[...sources.keys()].join(" ")}`);
  }
  return differences;
}

/** The response at an address: its bytes, and the source file that the page names. */
function answerAt(path: string, { site }: Served): string | null {
  const file = site.find(path);
  return file === undefined ? null : `${file.source ?? ""}\n${file.body.toString("latin1")}`;
}
