import { type SandboxRequest, type SandboxResponse, toEmptyResponse } from "./exchange.ts";
import { createSandbox, parseSlice } from "./sandbox.ts";

export interface PageCall {
  /** `reset` restores the initial records. */
  readonly request: SandboxRequest | "reset";
  /** The state to continue from; null for the worker's own. */
  readonly saved: string | null;
}

export interface PageReply {
  readonly response: SandboxResponse;
  /** The state after a call that changed it; null otherwise. */
  readonly saved: string | null;
}

/*
 * Runs a page's sandbox in a worker. The first message has the contract's data, each later one a call. Replies come in
 * order.
 */
addEventListener(
  "message",
  ({ data }: MessageEvent<string>) => {
    const sandbox = createSandbox(parseSlice(data));
    let known = sandbox.save();
    addEventListener("message", ({ data: { request, saved } }: MessageEvent<PageCall>) => {
      if (saved !== null) sandbox.restore(saved);
      if (request === "reset") sandbox.restore(null);
      const response = request === "reset" ? toEmptyResponse(204) : sandbox.handle(request);
      const after = sandbox.save();
      const reply: PageReply = { response, saved: after === known ? null : after };
      known = after;
      postMessage(reply);
    });
  },
  { once: true },
);
