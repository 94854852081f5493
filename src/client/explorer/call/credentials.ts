import type { NameValue } from "#shared/contract/request.ts";
import { type LocatedScheme, type SecretLocation, secretLocationOf } from "#shared/contract/security.ts";
import type { ServerSetting } from "#shared/contract/server.ts";

import type { ExplorerScheme } from "../explorer-operation.ts";
import { Shared } from "../shared-value.ts";
import { forgetTab, readKept, writeKept } from "../tab-state.ts";

export interface SecretOwner {
  /** The scope separates contracts that share an origin. */
  readonly scope: string;
  readonly target: ServerSetting;
  readonly scheme: ExplorerScheme;
}

/**
 * The credentials of this page are in memory. If the reader wants it, they're also kept in the tab's session storage,
 * which ends with the tab. A secret is offered only for the server that it was entered for.
 */
export class Secrets {
  readonly changes = new Shared(0);
  readonly #byScope = new Map<string, Map<string, string>>();

  get(owner: SecretOwner): string {
    return this.#of(owner.scope).get(keyOf(owner)) ?? "";
  }

  set(owner: SecretOwner, secret: string): void {
    if (secret === "") this.#of(owner.scope).delete(keyOf(owner));
    else this.#of(owner.scope).set(keyOf(owner), secret);
    if (this.isKept(owner.scope)) this.#write(owner.scope);
    this.#changed();
  }

  all(): readonly string[] {
    return [...this.#byScope.values()].flatMap((secrets) => [...secrets.values()]);
  }

  /** True means that this tab keeps the credentials of a contract until it's closed. */
  isKept(scope: string): boolean {
    return readKept(entryOf(scope)) !== null;
  }

  /** The reader starts or ends keeping credentials. False means that the browser blocks storage. */
  keep(scope: string, isKept: boolean): boolean {
    const done = isKept ? this.#write(scope) : forgetTab(entryOf(scope));
    this.#changed();
    return done;
  }

  #of(scope: string): Map<string, string> {
    const secrets = this.#byScope.get(scope) ?? new Map<string, string>(JSON.parse(readKept(entryOf(scope)) ?? "[]"));
    this.#byScope.set(scope, secrets);
    return secrets;
  }

  #write(scope: string): boolean {
    return writeKept(entryOf(scope), JSON.stringify([...this.#of(scope)]));
  }

  #changed(): void {
    this.changes.set(this.changes.value + 1);
  }
}

function keyOf({ target, scheme }: SecretOwner): string {
  return `${target.url} ${scheme.name}`;
}

/** Names of entries are readable in storage, so an entry is named after the contract and contains no secret. */
function entryOf(scope: string): string {
  return `docs.credentials ${scope}`;
}

export interface CallCredential extends NameValue {
  readonly kind: SecretLocation["in"];
}

/**
 * A call carries this credential for a scheme. It's null for a client certificate, which the browser handles. A basic
 * secret is `user:password`.
 */
export function toCredential(scheme: LocatedScheme, secret: string): CallCredential | null {
  const slot = secretLocationOf(scheme);
  if (slot === null) return null;
  const { in: kind, name, form } = slot;
  const text = form === "basic" ? btoa(String.fromCharCode(...new TextEncoder().encode(secret))) : secret;
  const word = wordOf(slot);
  if (word === undefined) return { kind, name, value: text };
  // A reader may paste the word along with the secret, so it's added only once.
  const isPasted = text.toLowerCase().startsWith(`${word.toLowerCase()} `);
  return { kind, name, value: `${word} ${isPasted ? text.slice(word.length).trimStart() : text}` };
}

/** The word comes before the secret. */
export function wordOf({ form, word }: SecretLocation): string | undefined {
  return { plain: word, basic: "Basic", bearer: "Bearer" }[form];
}

export function pairsIn(credentials: readonly CallCredential[], slot: CallCredential["kind"]): readonly NameValue[] {
  return credentials.filter(({ kind }) => kind === slot);
}
