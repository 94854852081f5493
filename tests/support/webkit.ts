import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";

import { installDebian } from "./install-debian.ts";
import { freePort } from "./listen.ts";
import { canRun } from "./run-command.ts";

/** A window of WebKit, the engine of Safari, spoken to in the W3C's WebDriver protocol. */
export interface WebKit extends AsyncDisposable {
  readonly go: (url: string) => Promise<void>;
  /** Presses the keys one by one, wherever the focus is. */
  readonly type: (keys: string) => Promise<void>;
  /** Clicks where the element is; fails when something else is above it. */
  readonly click: (selector: string) => Promise<void>;
  /** Waits until an expression is true in the page. */
  readonly until: (expression: string) => Promise<void>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Of the window; WebKit has a smallest width of its own. */
  readonly resize: (width: number, height: number) => Promise<void>;
}

/** The key of WebDriver for Enter. */
export const enter = "\uE007";

/** Debian packages WebKit; it needs a screen, which Xvfb is. Null where either is missing. */
export async function startWebKit(): Promise<WebKit | null> {
  const areThere = async () => canRun("sh", ["-c", "command -v WebKitWebDriver && command -v Xvfb"]);
  if (!(await areThere())) installDebian("webkit2gtk-driver", "xvfb", "fonts-liberation");
  if (!(await areThere())) return null;
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = `:${(await firstLine(screen)).trim()}`;
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const stop = async (): Promise<void> => {
    for (const child of [driver, screen]) child.kill();
    await Promise.all([driver, screen].map(ended));
  };
  try {
    return await openWindow(`http://127.0.0.1:${port}`, driver, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openWindow(origin: string, driver: ChildProcess, stop: () => Promise<void>): Promise<WebKit> {
  while (!(await fetch(`${origin}/status`).catch(() => null))) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
    await setTimeout(20);
  }
  const { sessionId }: { sessionId: string } = await ask(`${origin}/session`, { capabilities: {} });
  const session = `${origin}/session/${sessionId}`;
  const run = async (script: string): Promise<unknown> => ask(`${session}/execute/async`, { script, args: [] });
  await ask(`${session}/timeouts`, { script: 30_000, pageLoad: 30_000 });
  return {
    go: async (url) => ask(`${session}/url`, { url }),
    type: async (keys) => {
      const strokes = Array.from(keys, (value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))).flat();
      await ask(`${session}/actions`, { actions: [{ type: "key", id: "keyboard", actions: strokes }] });
    },
    click: async (value) => {
      const found = await ask(`${session}/element`, { using: "css selector", value });
      await ask(`${session}/element/${String(Object.values(found)[0])}/click`, {});
    },
    until: async (expression) => {
      const look = `const done = arguments[0]; const look = () => (${expression}) ? done() : setTimeout(look, 20); look();`;
      await run(look).catch((error: unknown) => {
        throw new Error(`not true in time: ${expression}`, { cause: error });
      });
    },
    evaluate: async (expression) => run(`arguments[0](${expression})`),
    resize: async (width, height) => ask(`${session}/window/rect`, { width, height }),
    async [Symbol.asyncDispose]() {
      await fetch(session, { method: "DELETE" }).catch(() => null);
      await stop();
    },
  };
}

async function ask(url: string, body: object) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  const { value } = JSON.parse(await response.text());
  if (!response.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}

async function firstLine({ stdio }: ChildProcess): Promise<string> {
  const pipe = stdio[3];
  if (!pipe || !("setEncoding" in pipe)) throw new Error("the screen has no pipe");
  return new Promise((resolve) => pipe.once("data", (chunk) => resolve(String(chunk))));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.on("close", resolve));
}
