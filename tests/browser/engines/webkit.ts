import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

import { installDebian } from "../../support/install-debian.ts";
import { freePort } from "../../support/listen.ts";
import { canRun } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { EngineWindow } from "./engine-window.ts";
import { driveWindow, type SendCommand } from "./web-driver.ts";

/** The window's buttons take no space, so that it may be as narrow as a phone, and animations are off. */
const settings = {
  "gtk-3.0/gtk.css": "* { min-width: 0; padding: 0; -gtk-icon-source: none }",
  "gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations = 0\n",
};

/** Debian packages WebKit, the engine of Safari; it needs a screen, which Xvfb is. Null where either is missing. */
export async function startWebKit(): Promise<EngineWindow | null> {
  const areThere = async () => canRun("sh", ["-c", "command -v WebKitWebDriver && command -v Xvfb"]);
  if (!(await areThere())) installDebian("webkit2gtk-driver", "xvfb", "fonts-liberation");
  if (!(await areThere())) return null;
  const folder = await temporaryFolder(settings);
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = `:${(await firstLine(screen)).trim()}`;
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1", XDG_CONFIG_HOME: folder.path },
  });
  const ended = [driver, screen].map(async (child) => once(child, "close"));
  const stop = async (): Promise<void> => {
    for (const child of [driver, screen]) child.kill();
    await Promise.all(ended);
    await folder[Symbol.asyncDispose]();
  };
  try {
    const origin = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${origin}/status`).catch(() => null))) {
      if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
      await setTimeout(20);
    }
    return await openSession(origin, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSession(origin: string, stop: () => Promise<void>): Promise<EngineWindow> {
  const { sessionId }: { sessionId: string } = await post(`${origin}/session`, { capabilities: {} });
  const session = `${origin}/session/${sessionId}`;
  return driveWindow(
    async (command, parameters) => post(`${session}/${pathOf(command, parameters)}`, parameters),
    async () => {
      await fetch(session, { method: "DELETE" }).catch(() => null);
      await stop();
    },
  );
}

const paths: Readonly<Record<string, string>> = {
  SetTimeouts: "timeouts",
  Navigate: "url",
  Refresh: "refresh",
  ExecuteScript: "execute/sync",
  FindElement: "element",
  PerformActions: "actions",
  SetWindowRect: "window/rect",
};

const pathOf: (...command: Parameters<SendCommand>) => string = (command, { id }) =>
  command === "ElementClick" ? `element/${String(id)}/click` : (paths[command] ?? command);

async function post(url: string, body: object) {
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
