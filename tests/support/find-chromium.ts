import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

import { installDebian } from "./install-debian.ts";

const candidates = [
  // Without a window: it starts fewer processes, and takes two thirds of the time.
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The path of a Chromium for the browser tests. In this order: the variable CHROMIUM_PATH, Debian's headless shell,
 * a browser of the system, one that playwright has installed, Debian's shell when we are root there, playwright's download.
 * @throws Error that says what to do when none of them works.
 */
export function findChromium(): string {
  const stated = process.env["CHROMIUM_PATH"];
  if (stated !== undefined && stated !== "") {
    if (existsSync(stated)) return stated;
    throw new Error(`CHROMIUM_PATH names ${stated}, which does not exist.`);
  }
  return installed() ?? installShell() ?? download() ?? fail();
}

function installed(): string | null {
  return [...candidates, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

function installShell(): string | null {
  installDebian("chromium-headless-shell", "fonts-liberation");
  return installed();
}

function download(): string | null {
  console.error("Downloading a Chromium with playwright for the browser tests …");
  try {
    // The one from `executablePath`, since Playwright has no function for the headless shell's folder.
    execFileSync("npx", ["--no-install", "playwright-core", "install", "chromium", "--no-shell"], { stdio: "inherit" });
  } catch {
    return null;
  }
  return installed();
}

function fail(): never {
  throw new Error(
    "The browser tests need Chromium, and none was found or could be installed. " +
      "Install Chromium or Chrome, or set CHROMIUM_PATH to its executable, and run the tests again.",
  );
}
