import type { SandboxResponse } from "#sandbox/exchange.ts";
import type { PageReply, PageCall } from "#sandbox/page-worker.ts";

import { forgetTab, readKept, writeKept } from "../tab-state.ts";
import type { Call } from "./call.ts";

/** Only this part of a call reaches the sandbox. */
interface SentCall extends Pick<Call, "url" | "headers" | "body"> {
  readonly request: Pick<Call["request"], "method">;
}

/** The compiler inserts the file name of the compiled worker, which is beside this file. */
declare const SANDBOX_WORKER: string;

/** The sandbox in this page responds as a server would. Aborting ends the sandbox but keeps its stored records. */
export async function callPageSandbox(call: SentCall, source: string, signal: AbortSignal): Promise<Response> {
  const { url, body } = call;
  // The browser sets this type for a body of this kind, and the type of a form contains its boundary.
  const sent = new Response(body);
  const type = body === null ? null : sent.headers.get("content-type");
  const headers = new Map<string, string>(type === null ? [] : [["content-type", type]]);
  for (const { name, value } of call.headers) headers.set(name.toLowerCase(), value);
  const { pathname: path, search, origin: address } = new URL(url);
  const request = { method: call.request.method.toUpperCase(), path, query: search.slice(1), headers, address };
  const response = await ask({ ...request, body: new Uint8Array(await sent.arrayBuffer()) }, source, signal);
  const { delay } = response;
  if (delay !== undefined) {
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, delay);
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  }
  // A browser reports a body that breaks off with this error, and the page then discards the bytes received so far.
  if (response.isCut === true) throw new DOMException("the connection was cut", "NetworkError");
  return new Response(response.body === "" ? null : response.body, {
    status: response.status,
    headers: response.headers.map(({ name, value }) => [name, value]),
  });
}

/** The sandbox goes back to the records that the contract started with. */
export async function resetPageSandbox(source: string): Promise<void> {
  await ask("reset", source, new AbortController().signal);
}

/** The key of a sandbox is the address of its contract's data. */
const sandboxes = new Map<string, PageSandbox>();

async function ask(request: PageCall["request"], source: string, signal: AbortSignal): Promise<SandboxResponse> {
  const sandbox = sandboxes.get(source) ?? new PageSandbox(source);
  sandboxes.set(source, sandbox);
  return sandbox.answer(request, signal);
}

/**
 * The sandbox runs in a worker that starts with the first call. All operations of a page that share a contract share
 * the sandbox.
 */
class PageSandbox {
  readonly #source: string;
  #worker: Promise<Worker> | null = null;
  /** The worker knows these stored records of the tab. */
  #saved: string | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: string) {
    this.#source = source;
  }

  /** A call can change the records, so calls are processed in order. */
  async answer(request: PageCall["request"], signal: AbortSignal): Promise<SandboxResponse> {
    const answered = this.#last.then(async () => this.#ask(request, signal));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async #ask(request: PageCall["request"], signal: AbortSignal): Promise<SandboxResponse> {
    signal.throwIfAborted();
    this.#worker ??= startWorker(this.#source);
    try {
      const worker = await this.#worker;
      // Another page of this tab may have stored records, and so may this page before it was reloaded.
      const stored = readKept(this.#key);
      const unseen = stored === this.#saved ? null : stored;
      const { response, saved } = await exchange(worker, { request, saved: unseen }, signal);
      this.#saved = stored;
      if (saved !== null) {
        // If storage is blocked or full, the records last as long as the page.
        this.#saved = writeKept(this.#key, saved) ? saved : null;
        if (this.#saved === null) forgetTab(this.#key);
      }
      return response;
    } catch (error) {
      // An expression of a contract may run forever, so the next call starts a new worker from what the tab keeps.
      void this.#worker.then((worker) => worker.terminate()).catch(() => undefined);
      this.#worker = null;
      this.#saved = null;
      throw error;
    }
  }

  get #key(): string {
    return `docs.sandbox ${this.#source}`;
  }
}

async function startWorker(source: string): Promise<Worker> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} didn't load: ${response.status}`);
  const data = await response.text();
  // From here on, the code runs without a pause, so the caller hears of a worker that fails to load.
  const worker = new Worker(new URL(SANDBOX_WORKER, import.meta.url));
  worker.postMessage(data);
  return worker;
}

async function exchange(worker: Worker, call: PageCall, signal: AbortSignal): Promise<PageReply> {
  // If the reader gave up while the worker was starting, the abort is reported only once.
  signal.throwIfAborted();
  const end = new AbortController();
  try {
    return await new Promise<PageReply>((resolve, reject) => {
      const options = { signal: end.signal };
      worker.addEventListener("message", ({ data }: MessageEvent<PageReply>) => resolve(data), options);
      worker.addEventListener("error", ({ message }) => reject(new Error(message)), options);
      signal.addEventListener("abort", () => reject(new Error("aborted")), options);
      worker.postMessage(call);
    });
  } finally {
    end.abort();
  }
}
