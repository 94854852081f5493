import { resetPath, type SandboxRequest, type SandboxResponse } from "./exchange.ts";
import { createSandbox, parseSlice } from "./sandbox.ts";

export interface PageCall {
  /** A reset brings back the records that it started with. */
  readonly request: SandboxRequest | "reset";
  /** A state to go on from; null for the one that is there. */
  readonly saved: string | null;
}

export interface PageReply {
  readonly response: SandboxResponse;
  /** The state after a call that changed it, else null. */
  readonly saved: string | null;
}

/* A sandbox beside a page. The first message is the contract's data, each later one a call; replies come in their order. */
addEventListener(
  "message",
  ({ data }: MessageEvent<string>) => {
    const sandbox = createSandbox(parseSlice(data));
    let known = sandbox.save();
    addEventListener("message", ({ data: { request, saved } }: MessageEvent<PageCall>) => {
      if (saved !== null) sandbox.restore(saved);
      const response = sandbox.handle(request === "reset" ? reset : request);
      const after = sandbox.save();
      const reply: PageReply = { response, saved: after === known ? null : after };
      known = after;
      postMessage(reply);
    });
  },
  { once: true },
);

const reset: SandboxRequest = {
  method: "POST",
  path: resetPath,
  query: "",
  address: "",
  headers: new Map(),
  body: new Uint8Array(),
};
