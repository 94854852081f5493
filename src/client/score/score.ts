import { forgetTab, readKept, writeKept } from "../explorer/tab-state.ts";
import type { KeptValue } from "./kept-values.ts";

/** The sandbox in the page has answered a guide's sample with success. */
export interface ScoredCall {
  readonly page: string;
  /** The address of the sandbox's data. */
  readonly source: string;
  /** The sample's number on its page, from 0. */
  readonly sample: number;
  /** The sample's operation, as its link leads to it. A page that was changed since has another one there. */
  readonly operation: string;
  readonly kept: readonly KeptValue[];
}

const key = "docs.score";

/** Where storage is blocked or full, the calls last as long as the page. */
const unstored: { calls: readonly ScoredCall[] } = { calls: [] };

export function readScore(): readonly ScoredCall[] {
  try {
    return JSON.parse(readKept(key) ?? "null") ?? unstored.calls;
  } catch {
    return [];
  }
}

/** A sample that was sent before counts with its last response. */
export function addCall(call: ScoredCall): void {
  const others = readScore().filter(({ page, sample }) => page !== call.page || sample !== call.sample);
  writeScore([...others, call]);
}

/** A sandbox begins anew, so what it has answered is gone, on every page. */
export function forgetCalls(source: string): void {
  writeScore(readScore().filter((call) => call.source !== source));
}

function writeScore(calls: readonly ScoredCall[]): void {
  const isStored = calls.length === 0 ? forgetTab(key) : writeKept(key, JSON.stringify(calls));
  unstored.calls = isStored ? [] : calls;
}
