import { Tinypool } from "tinypool";

import type { Memory } from "#cache/memory.ts";

/** So long nothing may begin or end while the processor rests, before the state of the process is told. In milliseconds. */
const timeout = 20_000;

/** What has begun and not ended, in order. */
const pending = new Set<{ readonly name: string; readonly since: number }>();
const pools = new Set<Tinypool>();
const last = { name: "nothing", at: 0 };

/** Does something that a process which stands still is told of. */
export async function during<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  const entry = { name, since: performance.now() };
  pending.add(entry);
  happened(`${name} began`);
  try {
    return await task();
  } finally {
    pending.delete(entry);
    happened(`${name} ended`);
  }
}

/** Something happened: the process doesn't stand still. */
export function happened(name: string): void {
  Object.assign(last, { name, at: performance.now() });
}

/** The same memory; what it makes is followed. */
export function watchMemory(memory: Memory): Memory {
  return onMake(memory, during);
}

/** The same memory; whatever it makes is made by `making`. */
export function onMake(
  { memo, recall, late }: Memory,
  making: <T>(name: string, make: () => T | Promise<T>) => Promise<T>,
): Memory {
  return {
    memo: async (name, inputs, make) => memo(name, inputs, async () => making(name, make)),
    recall: async (name, inputs, make) => recall(name, inputs, async () => making(name, make)),
    late: late && (async (name, inputs, make) => late(name, inputs, async () => making(name, make))),
  };
}

/** Tells the state of the process on stderr whenever nothing has happened for a while. Returns how to end that. */
export function startWatchdog(): () => void {
  happened("the watchdog began");
  const period = timeout / 4;
  let processor = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(processor);
    processor = process.cpuUsage();
    // What computes doesn't stand still, however long it takes.
    if ((user + system) / 1000 > period / 10) happened("the process computed");
    const silence = performance.now() - last.at;
    if (silence < timeout) return;
    process.stderr.write(`${report(silence)}\n`);
    happened("the watchdog spoke");
  }, period).unref();
  return () => clearInterval(timer);
}

function report(silence: number): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const now = performance.now();
  return [
    `process ${process.pid} has stood still for ${seconds(silence)}; the last that happened: ${last.name}`,
    `active: ${process.getActiveResourcesInfo().join(" ")}`,
    ...Array.from(pools, ({ threads, queueSize, completed }) =>
      ["pool:", `${threads.length} threads,`, `${queueSize} waiting,`, `${completed} done`].join(" "),
    ),
    ...Array.from(pending, ({ name, since }) => `pending for ${seconds(now - since)}: ${name}`),
  ].join("\n  ");
}

interface PoolMethods {
  run: (this: Tinypool, ...task: Parameters<Tinypool["run"]>) => Promise<unknown>;
  destroy: (this: Tinypool) => Promise<void>;
}

/* The pool of a build is its own: it is followed where all pools come from. */
const methods: PoolMethods = Tinypool.prototype;
const { run, destroy } = methods;
methods.run = async function (...task) {
  pools.add(this);
  return during("a task of the pool", async () => run.apply(this, task));
};
methods.destroy = async function () {
  await during("the end of the pool", async () => destroy.apply(this)).finally(() => pools.delete(this));
};
