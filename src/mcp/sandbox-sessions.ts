import { randomUUID } from "node:crypto";

import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { McpFault } from "./site/site-files.ts";

/** More sessions than this aren't kept: the one that was used longest ago ends. */
const maxSessions = 20;

/** A sandbox for each session. A contract that has changed is a new sandbox, with the records it starts with. */
export class SandboxSessions {
  readonly #sessions = new Map<string, { readonly contract: Contract; readonly sandbox: Sandbox }>();

  begin(): string {
    return randomUUID();
  }

  /** The sandbox of a session; `isNew` where it may begin with this call. @throws McpFault where it has ended. */
  sandboxOf(name: string, contract: Contract, isNew: boolean): Sandbox {
    const known = this.#sessions.get(name);
    if (known === undefined && !isNew)
      throw new McpFault(`The session ${name} has ended. Leave it out to begin a new one.`);
    const session = known?.contract === contract ? known : { contract, sandbox: createSandbox(contract) };
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    for (const first of this.#sessions.keys()) if (this.#sessions.size > maxSessions) this.#sessions.delete(first);
    return session.sandbox;
  }

  reset(name: string): void {
    this.#sessions.get(name)?.sandbox.restore("");
  }
}
