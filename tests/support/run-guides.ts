import { resetPath } from "#sandbox/exchange.ts";
import { startSandbox } from "#serve/sandbox-server.ts";

import type { BuiltSite } from "./build-site.ts";
import { type GuideSamples, readGuideSamples } from "./guide-samples.ts";
import { canRun, type CommandResult, runCommand } from "./run-command.ts";
import { shippedContract } from "./sandbox.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export async function findPython(): Promise<boolean> {
  return canRun("python3", ["-c", "import requests"]);
}

/** The message if samples in Python are left out. */
export const noPython = "python3 with its library requests is not here: nothing in Python is run";

/** The pages of a built site by route, without the references, with the steps that each tells its reader to run. */
export function readGuides({ files }: BuiltSite): ReadonlyMap<string, GuideSamples> {
  const pages = files.filter(({ path }) => path.endsWith("index.html") && !path.startsWith("api/"));
  return new Map(
    pages.map(({ path, content }) => [`/${path.replace(/\/?index\.html$/, "")}`, readGuideSamples(content.toString())]),
  );
}

const contract = shippedContract();

/** A reader's workplace: a folder of their own, a fresh sandbox, and its address in the environment. */
export interface Desk extends AsyncDisposable {
  readonly address: string;
  readonly folder: TemporaryFolder;
  readonly run: (
    command: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<CommandResult>;
}

export async function openDesk(): Promise<Desk> {
  const sandbox = await startSandbox({ contract: await contract, port: 0, isAuthenticationRequired: true });
  const folder = await temporaryFolder({ ".curlrc": "silent\nshow-error\n" });
  const { address } = sandbox;
  const variables = {
    API_BASE: address,
    API_AUTH: "any-value",
    RESET: address + resetPath,
    CURL_HOME: folder.path,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return {
    address,
    folder,
    run: async (command, args, env = {}) =>
      runCommand(command, args, { cwd: folder.path, env: { ...variables, ...env } }),
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Saves the files that the pages offer their readers. */
export async function saveFiles(
  guides: ReadonlyMap<string, GuideSamples>,
  { files }: BuiltSite,
  { folder }: Desk,
): Promise<void> {
  const saved = new Map([...guides.values()].flatMap(({ steps }) => steps.flatMap((step) => [...step.files])));
  for (const [name, address] of saved) {
    const content = files.find(({ path }) => `/${path}` === address)?.content;
    if (content !== undefined) await folder.write({ [name]: content });
  }
}

/** The output of a step: the status and the unprocessed body. Without a status, it's the error. */
export interface RealAnswer {
  readonly status: number;
  /** Status line and headers; empty where they aren't printed. */
  readonly head: string;
  readonly body: string;
}

/** Runs the steps in each language: all in one process, each in its own scope, with a form feed after each. */
const runners = {
  curl: {
    extension: "sh",
    command: ["bash", "-c"],
    code: `for file in "$@"; do . "./$file" 2>error || [ $? = 22 ] || cat error; printf '\\f'; done`,
    // What bash calls the program.
    rest: ["sh"],
  },
  javascript: {
    extension: "mjs",
    command: [process.execPath, "--input-type=module", "-e"],
    code: `for (const file of process.argv.slice(1)) {
  try { await import(\`./\${file}\`); } catch (error) { console.log(String(error)); }
  process.stdout.write("\\f");
}`,
    rest: [],
  },
  python: {
    extension: "py",
    command: ["python3", "-c"],
    code: `import runpy, sys, requests
for file in sys.argv[1:]:
    try: runpy.run_path(file, run_name="__main__")
    except requests.HTTPError: pass
    except Exception as error: print(repr(error))
    print("\\f", end="", flush=True)`,
    rest: [],
  },
} as const;

export type Language = keyof typeof runners;

/** Every page begins with a fresh sandbox. */
const reset: Readonly<Record<Language, string>> = {
  curl: 'curl -X POST "$RESET"',
  javascript: 'await fetch(process.env.RESET, { method: "POST" });',
  python: 'import os, requests; requests.post(os.environ["RESET"])',
};

/** Runs the steps of all pages in their order, as copied from them, and gives what each printed, by page. */
export async function runGuides(
  guides: ReadonlyMap<string, GuideSamples>,
  language: Language,
  { folder, run }: Desk,
): Promise<ReadonlyMap<string, readonly RealAnswer[]>> {
  const { extension, command, code: runner, rest } = runners[language];
  const codes = [...guides.values()].flatMap(({ steps }) => [reset[language], ...steps.map((step) => step[language])]);
  const names = codes.map((_, index) => `step-${index}.${extension}`);
  await folder.write(Object.fromEntries(codes.map((code, index) => [names[index] ?? "", code ?? ""])));
  const [program, ...args] = command;
  const { stdout, stderr } = await run(program, [...args, runner, ...rest, ...names]);
  const printed = stdout.split("\f");
  if (printed.length !== codes.length + 1) throw new Error(`the samples in ${language} do not run: ${stderr}`);
  const toAnswer = language === "curl" ? readCurl : readPrinted;
  const answers = new Map<string, readonly RealAnswer[]>();
  for (const [page, { steps }] of guides) {
    const [, ...ofPage] = printed.splice(0, steps.length + 1);
    answers.set(page, ofPage.map(toAnswer));
  }
  return answers;
}

/** The head of the last answer (others say to continue), an empty line, the body. */
function readCurl(text: string): RealAnswer {
  const head = /^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/.exec(text);
  if (head === null) return { status: 0, head: "", body: text };
  return { status: Number(head[1]), head: head[0], body: text.slice(head[0].length) };
}

function readPrinted(text: string): RealAnswer {
  const [, status = "0", body = text] = /^(\d{3}) ([^]*)\n$/.exec(text) ?? [];
  return { status: Number(status), head: "", body };
}
