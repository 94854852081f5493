import type { ExplorerScheme } from "../../../model/explorer.ts";
import { Shared } from "../shared.ts";
import type { Target } from "./target.ts";

/** Whose credentials: those of one contract for one server and one scheme. */
export interface SecretOwner {
  /** Keeps contracts on one origin apart. */
  readonly scope: string;
  readonly target: Target;
  readonly scheme: ExplorerScheme;
}

/**
 * The credentials of this page, in memory. Only when the reader asks for it they are also kept in the tab's session storage,
 * which ends with the tab. A secret entered for one server is never offered to another.
 */
export class Secrets {
  readonly changes = new Shared(0);
  readonly #byKey = new Map<string, string>();
  readonly #read = new Set<string>();

  get(owner: SecretOwner): string {
    this.#readKept(owner.scope);
    return this.#byKey.get(keyOf(owner)) ?? "";
  }

  set(owner: SecretOwner, secret: string): void {
    if (secret === "") this.#byKey.delete(keyOf(owner));
    else this.#byKey.set(keyOf(owner), secret);
    if (this.isKept(owner.scope)) this.#write(owner.scope);
    this.#changed();
  }

  /** Every secret that this page knows. */
  all(): readonly string[] {
    return [...this.#byKey.values()];
  }

  /** True when this tab keeps the credentials of a contract until it is closed. */
  isKept(scope: string): boolean {
    return readSession(scope) !== null;
  }

  /** Starts or ends keeping. False when the browser blocks storage. */
  keep(scope: string, isKept: boolean): boolean {
    const done = isKept ? this.#write(scope) : forgetSession(scope);
    this.#changed();
    return done;
  }

  #write(scope: string): boolean {
    const own = [...this.#byKey].filter(([key]) => key.startsWith(`${scope} `));
    return writeSession(scope, JSON.stringify(Object.fromEntries(own)));
  }

  #readKept(scope: string): void {
    if (this.#read.has(scope)) return;
    this.#read.add(scope);
    for (const [key, secret] of Object.entries(parseSession(readSession(scope)))) {
      if (typeof secret === "string") this.#byKey.set(key, secret);
    }
  }

  #changed(): void {
    this.changes.set(this.changes.value + 1);
  }
}

function keyOf({ scope, target, scheme }: SecretOwner): string {
  return `${scope} ${target.url} ${scheme.name}`;
}

/** The name of the stored entry: that of the contract, never anything secret. */
function entryOf(scope: string): string {
  return `docs.credentials ${scope}`;
}

function readSession(scope: string): string | null {
  try {
    return sessionStorage.getItem(entryOf(scope));
  } catch {
    return null;
  }
}

function writeSession(scope: string, text: string): boolean {
  try {
    sessionStorage.setItem(entryOf(scope), text);
    return true;
  } catch {
    return false;
  }
}

function forgetSession(scope: string): boolean {
  try {
    sessionStorage.removeItem(entryOf(scope));
    return true;
  } catch {
    return false;
  }
}

function parseSession(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
