import type { BrowserContext, Page } from "playwright-core";

/** Every problem that the browser reports on a site's pages: policy violations, errors, requests to other hosts. */
export async function watchPages(context: BrowserContext, origin: string): Promise<readonly string[]> {
  const faults: string[] = [];
  await context.exposeBinding("reportViolation", (_, text: string) => faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on("request", (request) => {
    const { origin: host, protocol } = new URL(request.url());
    if (host !== origin && protocol !== "data:") faults.push(`request to ${request.url()}`);
  });
  context.on("weberror", (error) => faults.push(`error: ${error.error().message}`));
  context.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  return faults;
}

/** Interacts with a page's controls, which loads the islands and what they need. */
export async function useEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const over = new PointerEvent("pointerover", { bubbles: true });
    for (const island of document.querySelectorAll("[data-island]")) island.dispatchEvent(over);
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-island]")].every(({ dataset }) => "hydrated" in dataset),
  );
  for (const name of ["Switch to dark mode", "Dismiss announcement", "Collapse sidebar"]) {
    const button = page.getByRole("button", { name });
    if (await button.isVisible()) await button.click();
  }
  await page.evaluate(() => {
    for (const summary of document.querySelectorAll<HTMLElement>("main details:not([open]) > summary"))
      if (summary.checkVisibility()) summary.click();
  });
}
