// Creates each record once, whatever happens to the connection: no idempotency key is published.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { call } from "./api.mjs";

/** What was sent and what came back, by your own key. In your system: a table beside your loads. */
const file = "sent.json";
const sent = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

/**
 * The record that `create` makes. Stored: it is returned as it came. Not stored: `look` gives the
 * record or null, and only then is it sent. Was it sent before? Then `look` is asked after each of
 * `waits` seconds. Let one worker do this for a load.
 */
export async function createOnce(key, create, look, waits = [0, 5, 60]) {
  if (sent[key]?.record) return sent[key].record;
  const there = await lookAgain(look, sent[key] ? waits : [0]);
  if (there !== null) return keep(key, there);
  save(key, { sent_at: new Date() });
  try {
    return keep(key, await create());
  } catch (error) {
    if (!error.isOpen) save(key, undefined); // refused: as if it had not been sent
    const found = error.isOpen ? await lookAgain(look, waits) : null;
    if (found === null) throw error; // still unknown? Run the program again
    return keep(key, found);
  }
}

async function lookAgain(look, waits) {
  for (const seconds of waits) {
    await wait(seconds * 1_000);
    const record = await look();
    if (record !== null) return record;
  }
  return null;
}

function keep(key, record) {
  save(key, { record });
  return record;
}

function save(key, state) {
  sent[key] = state;
  writeFileSync(`${file}.tmp`, JSON.stringify(sent, null, 2));
  renameSync(`${file}.tmp`, file);
}

/** Every record of a list, read page by page. */
export async function listAll(path, filters = {}) {
  const records = [];
  for (let page = 1, next = ""; next !== null; page += 1) {
    const query = new URLSearchParams({ ...filters, page, page_size: 25 });
    const list = await call("GET", `${path}?${query}`);
    records.push(...list.results);
    next = list.next;
  }
  return records;
}

/** The first record of a list that is wanted; null when there is none. */
export async function find(path, isWanted, filters = {}) {
  return (await listAll(path, filters)).find(isWanted) ?? null;
}
