import { isNumber, type Json, toDouble, toJsonText } from "#shared/json/json.ts";

interface SavedIdentifiers {
  readonly issued: Iterable<string>;
  readonly last: Iterable<readonly [prefix: string, number: string]>;
  readonly count: number;
}

/** Makes ids that look like those in the contract's examples. The same seed gives the same ids in the same order. */
export class Identifiers {
  readonly issued: Set<string>;
  /** The last number that was used after each prefix, as digits. */
  readonly last: Map<string, string>;
  count: number;
  readonly #seed: string;

  constructor(seed: string, { issued, last, count }: SavedIdentifiers) {
    this.#seed = seed;
    this.issued = new Set(issued);
    this.last = new Map(last);
    this.count = count;
  }

  /** True the first time, because an example's id can belong to only one record of its collection. */
  claim(id: Json, scope: string): boolean {
    const text = `${scope} ${toJsonText(id)}`;
    if (this.issued.has(text)) return false;
    this.issued.add(text);
    return true;
  }

  /** Frees an id, for example that of a deleted record. */
  release(id: Json, scope: string): void {
    this.issued.delete(`${scope} ${toJsonText(id)}`);
  }

  /**
   * Makes a new id in the style of another: `BI-100483` after `BI-100482`, a uuid for a uuid, a random key for a key of
   * the same length and alphabet. If `fits` refuses it, the id is as long as the other one.
   */
  next(like: Json, scope: string, fits: (id: Json) => boolean): Json {
    for (;;) {
      const id = this.#make(like, scope, fits);
      if (this.claim(id, scope)) return id;
    }
  }

  #make(like: Json, scope: string, fits: (id: Json) => boolean): Json {
    if (isNumber(like)) {
      const double = Math.trunc(toDouble(like));
      return Number(this.#number(`number ${scope}`, BigInt(Number.isFinite(double) ? double : 0)));
    }
    const text = typeof like === "string" ? like : "record";
    if (uuid.test(text)) return this.#uuid();
    if (longKey.test(text)) return this.#tail(text);
    const [, prefix = "", digits = ""] = /^(.*?)(\d{1,15})$/s.exec(text) ?? [undefined, `${text}-`, "0"];
    const counted = prefix + String(this.#number(prefix, BigInt(digits))).padStart(digits.length, "0");
    return fits(counted) ? counted : this.#tail(text);
  }

  #tail(text: string): string {
    const prefix = text.replace(tail, "");
    return prefix + String(this.#number(prefix, 0n)).padStart(text.length - prefix.length, "0");
  }

  #number(prefix: string, start: bigint): bigint {
    const next = BigInt(this.last.get(prefix) ?? start) + 1n;
    this.last.set(prefix, String(next));
    return next;
  }

  /** A uuid of version 8, derived from the seed (RFC 9562, section 5.8). */
  #uuid(): string {
    this.count += 1;
    const hex = toHex(`${this.#seed}/${this.count}`);
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-8$3-a$4-");
  }
}

/** Keys in the style of databases and ULIDs. A key that ends in a number is counted up instead. */
const longKey = /^(?=.*\d)(?=.*[a-z])(?!.*\d{3}$)[\da-z]{16,}$/i;

/** Every kind of key may contain digits, so only digits are used. */
const tail = /[\da-z]{1,6}$/i;

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** 32 hexadecimal digits of a text: FNV-1a, mixed by SplitMix64. They protect nothing, so no cryptography is needed. */
export function toHex(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce((sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
  return [mix(hash), mix(hash + 0x9e3779b97f4a7c15n)].map((half) => half.toString(16).padStart(16, "0")).join("");
}

function mix(value: bigint): bigint {
  const whole = BigInt.asUintN(64, value);
  const first = BigInt.asUintN(64, (whole ^ (whole >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}
