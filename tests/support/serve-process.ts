import { type ChildProcess, spawn } from "node:child_process";

import type { LiveMessage } from "#shared/reload-message.ts";

import { Changes } from "./changes.ts";
import { bin } from "./run-command.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export interface ServeProcess extends AsyncDisposable {
  /** `http://localhost:port`, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything it has written to both streams. */
  readonly output: () => string;
  /** Waits until the output matches; `from` leaves out what was written before that many characters. */
  readonly untilOutput: (pattern: RegExp, from?: number) => Promise<string>;
  /** Listens to the messages for open pages about one page. */
  readonly listen: (page?: string) => LiveChannel;
  /** The text of a page, without the live-reload client's element. */
  readonly read: (path: string) => Promise<string>;
  /** Waits, with the server's messages, until a page's text matches. Returns it. */
  readonly untilPage: (path: string, isWanted: (html: string) => boolean) => Promise<string>;
  readonly exited: Promise<number | null>;
}

export interface LiveChannel extends Disposable {
  /** The next matching message, including one that has already arrived. */
  readonly next: (isWanted: (message: LiveMessage) => boolean) => Promise<LiveMessage>;
  /** Every message so far. */
  readonly messages: readonly LiveMessage[];
}

/** How long anything may take before a test gives up. In milliseconds: the machine may be busy. */
const usualDeadline = 100_000;

export interface ServeProcessOptions {
  readonly cwd?: string;
  readonly bin?: string;
  /** `serve` by default. */
  readonly command?: "sandbox";
  readonly env?: Readonly<Record<string, string>>;
  /** How long anything may take before the test gives up, in milliseconds. */
  readonly deadline?: number;
}

/** Starts the real `docs-build serve`, or another command that listens, and waits until it says where it listens. */
export async function startServe(args: readonly string[], options: ServeProcessOptions = {}): Promise<ServeProcess> {
  const { cwd = ".", bin: file = bin, command = "serve", env = {}, deadline = usualDeadline } = options;
  const child = spawn(process.execPath, [file, command, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  const changes = new Changes();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      changes.notify();
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const untilOutput = async (pattern: RegExp, from = 0): Promise<string> =>
    changes.until(() => pattern.exec(output.slice(from))?.[0], {
      milliseconds: deadline,
      describe: () => `output ${pattern}; ${output}`,
    });
  const failed = exited.then((code) => {
    throw new Error(`serve ended with ${code}: ${output}`);
  });
  failed.catch(() => undefined);
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await exited;
  };
  const started = Promise.race([untilOutput(/http:\/\/\S+/), failed]);
  const address = await started.catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const { port } = new URL(address);
  const origin = `http://localhost:${port}`;
  const read = async (path: string): Promise<string> => {
    const html = await fetch(origin + path).then(async (response) => response.text());
    return html.replace(/<script type="module" src="\/__docs-build[^>]*><\/script>/, "");
  };
  const listen = (page = "/"): LiveChannel =>
    openChannel(`${origin}/__docs-build/events?page=${encodeURIComponent(page)}`, { output: () => output, deadline });
  return {
    ...{ origin, port: Number(port), child, output: () => output, untilOutput, listen, read, exited },
    async untilPage(path, isWanted) {
      using channel = listen(path);
      let html = "";
      await channel.next(() => true);
      for (let seen = 0; ; seen = channel.messages.length) {
        html = await read(path);
        if (isWanted(html)) return html;
        await channel.next(() => channel.messages.length > seen);
      }
    },
    [Symbol.asyncDispose]: end,
  };
}

interface ChannelContext {
  readonly output: () => string;
  readonly deadline: number;
}

function openChannel(address: string, { output, deadline }: ChannelContext): LiveChannel {
  const messages: LiveMessage[] = [];
  const changes = new Changes();
  const abort = new AbortController();
  void follow();
  return {
    messages,
    next: async (isWanted) =>
      changes.until(() => messages.findLast(isWanted), {
        milliseconds: deadline,
        describe: () => `message; ${JSON.stringify(messages)}\n${output()}`,
      }),
    [Symbol.dispose]: () => abort.abort(),
  };

  async function follow(): Promise<void> {
    let text = "";
    try {
      const response = await fetch(address, { signal: abort.signal });
      for await (const chunk of response.body ?? []) {
        text += new TextDecoder().decode(chunk);
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) messages.push(JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? ""));
        changes.notify();
      }
    } catch {
      // The test or the server has ended, so a waiting call runs into its deadline.
    }
  }
}

/** Two pages, a picture and a file. */
export const smallSite = {
  "content/index.md": "# Home\n\nWelcome.\n\n[Guide](./guide.md)\n",
  "content/guide.md": "# Guide\n\nWords.\n\n![Picture](./picture.svg)\n",
  "content/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "content/static/robots-note.txt": "hello",
};

export interface ServedFolder extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly server: ServeProcess;
}

/** Serves a folder of its own with the real command. */
export async function serveSite(
  files: Readonly<Record<string, string>> = smallSite,
  args: readonly string[] = [],
  options: ServeProcessOptions = {},
): Promise<ServedFolder> {
  const folder = await temporaryFolder(files);
  const server = await startServe(["--port", "0", "--root", folder.path, ...args], options);
  return {
    folder,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
