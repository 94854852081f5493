import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

import { installDebian } from "../../support/install-debian.ts";
import { canRun } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { EngineWindow } from "./engine-window.ts";
import { driveWindow, type SendCommand } from "./web-driver.ts";

/** A free port, a mouse, a window that may be as narrow as a phone, and no animations while the test clicks. */
const profileFiles = {
  "user.js": `
    user_pref("marionette.port", 0);
    user_pref("ui.primaryPointerCapabilities", 6);
    user_pref("ui.prefersReducedMotion", 1);
    user_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);
  `,
  "chrome/userChrome.css": ":root { min-width: 0 !important }",
};

/**
 * Debian packages Firefox without geckodriver, so the tests talk to it as geckodriver does: in Marionette, which is WebDriver's
 * commands on a socket. Null where Firefox is missing.
 */
export async function startFirefox(): Promise<EngineWindow | null> {
  const isThere = async () => canRun("firefox-esr", ["--version"]);
  if (!(await isThere())) installDebian("firefox-esr", "fonts-liberation");
  if (!(await isThere())) return null;
  const profile = await temporaryFolder(profileFiles);
  const browser = spawn("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile.path], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile.path },
  });
  const ended = once(browser, "close");
  const stop = async (): Promise<void> => {
    browser.kill();
    await ended;
    await profile[Symbol.asyncDispose]();
  };
  try {
    let port = "";
    while (port === "") {
      if (browser.exitCode !== null) throw new Error(`Firefox ended with ${browser.exitCode}`);
      await setTimeout(20);
      port = await profile.read("MarionetteActivePort").catch(() => "");
    }
    const send = speakMarionette(connect(Number(port), "127.0.0.1"));
    await send("NewSession", {});
    return await driveWindow(send, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A message is JSON behind its length in bytes: `35:[0,1,"WebDriver:Refresh",{}]`, and its answer `[1,1,error,result]`. One
 * command follows the other, and Firefox begins with a message of its own.
 */
function speakMarionette(socket: Socket): SendCommand {
  const messages = readMessages(socket);
  const greeting = messages.next();
  return async (command, parameters) => {
    await greeting;
    const text = JSON.stringify([0, 1, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { value: answer } = await messages.next();
    const [, , error, result] = answer;
    if (error) throw new Error(`${command}: ${error.error}: ${error.message}`);
    return result.value;
  };
}

async function* readMessages(socket: Socket) {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    const start = received.indexOf(":") + 1;
    const end = start + Number(received.subarray(0, start - 1));
    if (start === 0 || received.length < end) continue;
    yield JSON.parse(received.toString("utf8", start, end));
    received = received.subarray(end);
  }
}
