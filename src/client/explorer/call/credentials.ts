import type { NameValue } from "#shared/contract/request.ts";
import { type PlacedScheme, type SecretPlace, secretPlaceOf } from "#shared/contract/security.ts";
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

  all(): readonly string[] {
    return [...this.#byKey.values()];
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

  #write(scope: string): boolean {
    const own = [...this.#byKey].filter(([key]) => key.startsWith(startOf(scope)));
    return writeKept(entryOf(scope), JSON.stringify(Object.fromEntries(own)));
  }

  #readKept(scope: string): void {
    if (this.#read.has(scope)) return;
    this.#read.add(scope);
    const kept: Readonly<Record<string, string>> = JSON.parse(readKept(entryOf(scope)) ?? "{}");
    for (const [key, secret] of Object.entries(kept)) this.#byKey.set(key, secret);
  }

  #changed(): void {
    this.changes.set(this.changes.value + 1);
  }
}

function keyOf({ scope, target, scheme }: SecretOwner): string {
  return `${startOf(scope)}${target.url} ${scheme.name}`;
}

/** The scope is quoted, so that a key starts like the keys of its own contract alone. */
function startOf(scope: string): string {
  return `${JSON.stringify(scope)} `;
}

/** Names of entries are readable in storage, so an entry is named after the contract and contains no secret. */
function entryOf(scope: string): string {
  return `docs.credentials ${scope}`;
}

export interface CallCredential extends NameValue {
  readonly kind: SecretPlace["in"];
}

/**
 * A call carries this credential for a scheme. It's null for a client certificate, which the browser handles. A basic
 * secret is `user:password`.
 */
export function toCredential(scheme: PlacedScheme, secret: string): CallCredential | null {
  const slot = secretPlaceOf(scheme);
  return slot && { kind: slot.in, name: slot.name, value: toValue(slot, secret) };
}

function toValue({ form, word }: SecretPlace, secret: string): string {
  switch (form) {
    case "plain":
      return word === undefined ? secret : withWord(word, secret);
    case "basic":
      return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(secret)))}`;
    case "bearer":
      return withWord("Bearer", secret);
  }
}

/** A reader may paste the word along with the secret, so it's added only once. */
function withWord(word: string, secret: string): string {
  const isThere = secret.toLowerCase().startsWith(`${word.toLowerCase()} `);
  return `${word} ${isThere ? secret.slice(word.length).trimStart() : secret}`;
}

export function pairsIn(credentials: readonly CallCredential[], slot: CallCredential["kind"]): readonly NameValue[] {
  return credentials.filter(({ kind }) => kind === slot);
}
