import type { EngineWindow } from "./engine-window.ts";

/** Sends a command of the W3C's WebDriver to a session, by Firefox's name for the command. */
export type SendCommand = (command: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

const codes: Readonly<Record<string, string>> = { Tab: "\uE004", Enter: "\uE007", Control: "\uE009" };

/** The window of a session. `stop` ends it. */
export async function driveWindow(send: SendCommand, stop: () => Promise<void>): Promise<EngineWindow> {
  const stroke = async (actions: readonly object[]): Promise<void> => {
    await send("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  // The clicked element may have to scroll into view first.
  await send("SetTimeouts", { implicit: 30_000, pageLoad: 30_000, script: 30_000 });
  return {
    go: async (url) => void (await send("Navigate", { url })),
    reload: async () => void (await send("Refresh", {})),
    type: async (text) => stroke(Array.from(text).flatMap((key) => [down(key), up(key)])),
    press: async (...names) => {
      const keys = names.map((name) => codes[name] ?? name);
      await stroke([...keys.map(down), ...keys.toReversed().map(up)]);
    },
    click: async (value) => {
      const element = await send("FindElement", { using: "css selector", value });
      await send("ElementClick", { id: Object.values(Object(element))[0] });
    },
    evaluate: async (expression) => send("ExecuteScript", { script: `return (${expression})`, args: [] }),
    resize: async (width, height) => void (await send("SetWindowRect", { width, height })),
    print: async () => Buffer.from(String(await send("Print", {})), "base64"),
    [Symbol.asyncDispose]: stop,
  };
}

const down = (value: string) => ({ type: "keyDown", value });
const up = (value: string) => ({ type: "keyUp", value });
