import type { SandboxResponse } from "#sandbox/exchange.ts";
import type { PageReply, PageCall } from "#sandbox/page-worker.ts";

import { forgetTab, readTab, writeTab } from "../tab-state.ts";
import type { Call } from "./call.ts";

/** The part of a call that reaches the sandbox. */
interface SentCall extends Pick<Call, "url" | "headers" | "body"> {
  readonly request: Pick<Call["request"], "method">;
}

/** File name of the compiled worker, beside this file; written in by the compiler. */
declare const SANDBOX_WORKER: string;

/** The response of the sandbox in this page, as a server would send it. Aborting ends the sandbox; what it kept stays. */
export async function callPageSandbox(call: SentCall, source: string, signal: AbortSignal): Promise<Response> {
  const { url, body } = call;
  // What browsers send with a body of this kind: the type of a form holds its boundary.
  const sent = new Response(body);
  const type = body === null ? null : sent.headers.get("content-type");
  const headers = new Map<string, string>(type === null ? [] : [["content-type", type]]);
  for (const { name, value } of call.headers) headers.set(name.toLowerCase(), value);
  const { pathname: path, search, origin: address } = new URL(url);
  const request = { method: call.request.method.toUpperCase(), path, query: search.slice(1), headers, address };
  const response = await ask({ ...request, body: new Uint8Array(await sent.arrayBuffer()) }, source, signal);
  if (response.delay !== undefined) await wait(response.delay, signal);
  // As browsers say of a body that breaks off. What came of it until then nobody is shown.
  if (response.isCut === true) throw new DOMException("the connection was cut", "NetworkError");
  return new Response(response.body === "" ? null : response.body, {
    status: response.status,
    headers: response.headers.map(({ name, value }) => [name, value]),
  });
}

/** Simulates a slow server; the reader's time limit keeps running. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

/** Brings back the records that the sandbox of a contract started with, and says so. */
export async function resetPageSandbox(source: string): Promise<string> {
  await ask("reset", source, new AbortController().signal);
  return "The first records are back.";
}

/** This page's sandboxes, by the address of their contract's data. */
const sandboxes = new Map<string, PageSandbox>();

async function ask(request: PageCall["request"], source: string, signal: AbortSignal): Promise<SandboxResponse> {
  const sandbox = sandboxes.get(source) ?? new PageSandbox(source);
  sandboxes.set(source, sandbox);
  return sandbox.answer(request, signal);
}

/** A sandbox in a worker, started with its first call. All operations of a page that have one contract share it. */
class PageSandbox {
  readonly #source: string;
  #worker: Promise<Worker> | null = null;
  /** The tab's stored records, as the worker knows them. */
  #saved: string | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: string) {
    this.#source = source;
  }

  /** Calls are answered in turn. */
  async answer(request: PageCall["request"], signal: AbortSignal): Promise<SandboxResponse> {
    const answered = this.#last.then(async () => this.#ask(request, signal));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async #ask(request: PageCall["request"], signal: AbortSignal): Promise<SandboxResponse> {
    signal.throwIfAborted();
    this.#worker ??= startWorker(this.#source);
    try {
      const { response, saved } = await exchange(await this.#worker, { request, saved: this.#news() }, signal);
      if (saved !== null) this.#keep(saved);
      return response;
    } catch (error) {
      // An expression of a contract may never end: the next call starts anew, from what the tab keeps.
      void this.#worker.then((worker) => worker.terminate()).catch(() => undefined);
      this.#worker = null;
      this.#saved = null;
      throw error;
    }
  }

  /** The records that another page of this tab stored, or this page before it was reloaded. */
  #news(): string | null {
    const kept = readTab(this.#key);
    if (kept === this.#saved) return null;
    this.#saved = kept;
    return kept;
  }

  /** Without storage or room, the records last as long as the page. */
  #keep(saved: string): void {
    this.#saved = writeTab(this.#key, saved) ? saved : null;
    if (this.#saved === null) forgetTab(this.#key);
  }

  get #key(): string {
    return `docs.sandbox ${this.#source}`;
  }
}

async function startWorker(source: string): Promise<Worker> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status}`);
  const data = await response.text();
  // Nothing is waited for from here on: what keeps it from loading is told to who listens by then.
  const worker = new Worker(new URL(SANDBOX_WORKER, import.meta.url));
  worker.postMessage(data);
  return worker;
}

async function exchange(worker: Worker, call: PageCall, signal: AbortSignal): Promise<PageReply> {
  // Given up while the worker was on its way: that is told once only.
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
