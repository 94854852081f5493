// Creates a record once, whatever happens to the connection: no idempotency key is published.
import { setTimeout as wait } from "node:timers/promises";

import { call } from "./api.mjs";

/** Every record of a list, page by page. */
export async function* listAll(path, filters = {}) {
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ ...filters, page, page_size: 25 });
    const { next, results } = await call("GET", `${path}?${query}`);
    yield* results;
    if (next === null) return;
  }
}

async function find(path, isWanted) {
  for await (const record of listAll(path)) if (isWanted(record)) return record;
  return null;
}

/**
 * The record that is wanted, created from `fields` when there is none. After a POST whose outcome
 * is open it only looks again, after each of `waits` seconds. Let one worker do this for a load.
 */
export async function findOrCreate(path, isWanted, fields, waits = [0, 5, 60]) {
  const found = await find(path, isWanted);
  if (found !== null) return found;
  try {
    return await call("POST", path, { json: fields });
  } catch (error) {
    if (!error.isOpen) throw error;
    for (const seconds of waits) {
      await wait(seconds * 1_000);
      const late = await find(path, isWanted);
      if (late !== null) return late;
    }
    throw error; // still not there: run the program again, or ask
  }
}
