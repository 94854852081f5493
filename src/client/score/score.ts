import { forgetTab, readKept, writeKept } from "../explorer/tab-state.ts";

/** A value from a response, with the guide's published value of the same member. */
export interface KeptValue {
  readonly name: string;
  /** Null if the published response leaves the member out. */
  readonly published: string | null;
  readonly value: string;
}

/** The guide's text may have lines with only `…` instead of members. */
export function pairResponses(published: string, response: string): readonly KeptValue[] {
  const whole = published.replace(/^\s*…\s*$/gm, "").replace(/,(?=\s*[}\]])/g, "");
  return pair("", parse(whole), parse(response));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An object's own values come before nested ones. Lists are compared only if they have a single record, because others
 * have no fixed order.
 */
function pair(name: string, published: unknown, value: unknown): readonly KeptValue[] {
  const kept = textOf(value);
  if (kept !== null && published !== null) return [{ name, published: textOf(published), value: kept }];
  if (Array.isArray(published) && Array.isArray(value))
    return published.length === 1 && value.length === 1 ? pair(name, published[0], value[0]) : [];
  if (!isRecord(published) || !isRecord(value)) return [];
  const keys = Object.keys(value);
  const parts = keys.filter((key) => typeof value[key] === "object");
  const ordered = [...keys.filter((key) => !parts.includes(key)), ...parts];
  return ordered.flatMap((key) => pair(key, published[key], value[key]));
}

/**
 * The text of a value that looks the same in an address, JSON, a shell and programs. Other values can't replace a
 * published one.
 */
function textOf(value: unknown): string | null {
  const isExact = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
  return isExact && /^[\w.~-]+$/.test(`${value}`) ? `${value}` : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The key is the published value to replace. */
export type Replacements = ReadonlyMap<string, KeptValue>;

interface FoundValue {
  readonly start: number;
  readonly published: string;
  readonly value: string;
}

/** Finds the published values to replace in a text, in order. */
export function findValues(text: string, replacements: Replacements): readonly FoundValue[] {
  if (replacements.size === 0) return [];
  const pattern = new RegExp(Array.from(replacements.values(), toPattern).join("|"), "g");
  return Array.from(text.matchAll(pattern), ({ 0: published, index: start }) => ({
    start,
    published,
    value: replacements.get(published)?.value ?? published,
  })).filter(({ published, value }) => published !== value);
}

export function replaceValues(text: string, replacements: Replacements): string {
  return findValues(text, replacements).reduceRight(
    (before, { start, published, value }) => before.slice(0, start) + value + before.slice(start + published.length),
    text,
  );
}

/**
 * An id of letters and digits is replaced wherever it stands. A value such as 12 may mean anything, so it's replaced
 * only as a part of a path or after a name that ends in its member's: `/pets/12`, `"petId": 12`.
 */
function toPattern({ name, published }: KeptValue): string {
  const literal = published?.replaceAll(".", String.raw`\.`) ?? "";
  const end = String.raw`(?![\w~-]|\.\w)`;
  if (isDistinct(literal)) return String.raw`(?<![\w.~-])${literal}${end}`;
  const [first = "", ...laterLetters] = name.replace(/\W/g, String.raw`\$&`);
  const member = `[${first.toLowerCase()}${first.toUpperCase()}]${laterLetters.join("")}`;
  return String.raw`(?:(?<=[^/]/)|(?<=${member}["']?\s*[:=]\s*["']?))${literal}${end}`;
}

export function isDistinct(value: string): boolean {
  return /[a-z]/i.test(value) && /\d/.test(value);
}

/** A guide's sample to which the page's sandbox has responded with success. */
export interface ScoredCall {
  readonly page: string;
  /** The address of the sandbox's data. */
  readonly source: string;
  /** The sample's index on its page, from 0. */
  readonly sample: number;
  /** The operation that the sample's link leads to. If the page has changed since, it's another one. */
  readonly operation: string;
  readonly kept: readonly KeptValue[];
}

const key = "docs.score";

/** If storage is blocked or full, the calls last as long as the page. */
const unstored: { calls: readonly ScoredCall[] } = { calls: [] };

export function readScore(): readonly ScoredCall[] {
  return JSON.parse(readKept(key) ?? "null") ?? unstored.calls;
}

/** A sample that's sent again counts with its last response. */
export function addCall(call: ScoredCall): void {
  const remainingCalls = readScore().filter(({ page, sample }) => page !== call.page || sample !== call.sample);
  writeScore([...remainingCalls, call]);
}

export function forgetCalls(source: string): void {
  writeScore(readScore().filter((call) => call.source !== source));
}

function writeScore(calls: readonly ScoredCall[]): void {
  const isStored = calls.length === 0 ? forgetTab(key) : writeKept(key, JSON.stringify(calls));
  unstored.calls = isStored ? [] : calls;
}
