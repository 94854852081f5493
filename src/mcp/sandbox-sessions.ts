import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { McpFault } from "./site/site-files.ts";

/** Beyond this many sessions, the least recently used one ends. */
const maxSessions = 20;

/** A sandbox for each session. If the contract changes, its sandboxes start again with the initial records. */
export class SandboxSessions {
  readonly #sessions = new Map<string, { readonly contract: Contract; readonly sandbox: Sandbox }>();

  /**
   * The sandbox of a session. `isNew` allows the session to begin with this call.
   * @throws McpFault if the session has ended.
   */
  sandboxOf(name: string, contract: Contract, isNew: boolean): Sandbox {
    const known = this.#sessions.get(name);
    if (known === undefined && !isNew)
      throw new McpFault(`The session ${name} has ended. Leave it out to begin a new one.`);
    const current = known?.contract === contract ? known : { contract, sandbox: createSandbox(contract) };
    this.#sessions.delete(name);
    this.#sessions.set(name, current);
    for (const first of this.#sessions.keys()) if (this.#sessions.size > maxSessions) this.#sessions.delete(first);
    return current.sandbox;
  }

  reset(name: string): void {
    this.#sessions.get(name)?.sandbox.restore(null);
  }
}
