import { connectBrowser } from "../visit.ts";
import type { EngineWindow } from "./engine-window.ts";

/** A window of the Chromium that all files share, with a clipboard as readers have it. */
export async function startChromium(): Promise<EngineWindow> {
  const browser = await connectBrowser();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  return {
    go: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    type: async (text) => page.keyboard.type(text),
    press: async (...keys) => page.keyboard.press(keys.join("+")),
    click: async (selector) => page.locator(selector).first().click(),
    evaluate: async (expression) => page.evaluate(expression),
    resize: async (width, height) => page.setViewportSize({ width, height }),
    print: async () => page.pdf(),
    [Symbol.asyncDispose]: async () => context.close(),
  };
}
