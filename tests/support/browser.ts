import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** Starts the browser that the set-up found. No sandbox, no background traffic: it runs as root in containers too. */
export async function launchBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync"];
  return chromium.launch({ executablePath: inject("chromium"), args });
}
