import type { Browser, Page } from "playwright-core";

const size = { width: 1200, height: 800 };

/** A reader's journey from the front page to a call that changes an invoice: six screens, two rows, as one PNG. */
export async function pictureReaderWay(browser: Browser, origin: string): Promise<Buffer> {
  await using context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(
    `localStorage.setItem("theme", "light"); localStorage.setItem("docs.announcement", "cents-2025");`,
  );
  await page.goto(origin, { waitUntil: "networkidle" });
  const screens: string[] = [];
  for (const step of steps) {
    await step(page);
    screens.push((await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64"));
  }
  const row = await context.newPage();
  await row.setViewportSize({ width: 1840, height: 10 });
  await row.setContent(sheetOf(screens));
  return await row.locator("main").screenshot();
}

const steps: readonly ((page: Page) => Promise<unknown>)[] = [
  async (page) => {
    await page.getByRole("link", { name: "Run" }).click();
    await page.locator(".live").getByText("200 OK").waitFor();
  },
  async (page) => {
    await page
      .locator(".cards")
      .getByRole("link", { name: /Broker/ })
      .first()
      .click();
    await page.locator(".steps").waitFor();
  },
  async (page) => openForm(page, "GET /carriers/"),
  async (page) => {
    await page.getByRole("button", { name: "Send GET" }).click();
    await page.getByRole("cell", { name: "Prairie Wind Transport Inc." }).waitFor();
  },
  async (page) => {
    await page.keyboard.press("Escape");
    await openForm(page, "POST /broker_invoices/");
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.getByRole("link", { name: "Update it" }).waitFor();
  },
  async (page) => {
    await page.getByRole("link", { name: "Update it" }).click();
    await page.getByRole("button", { name: "Send PATCH" }).waitFor();
  },
];

async function openForm(page: Page, request: string): Promise<void> {
  await page.locator(".sample", { hasText: request }).first().getByRole("link", { name: "Try it" }).click();
  await page
    .getByRole("dialog", { name: /^Try it/ })
    .getByText("The response will appear here")
    .waitFor();
}

function sheetOf(screens: readonly string[]): string {
  const images = screens.map((screen) => `<img src="data:image/png;base64,${screen}">`).join("");
  return `<style>
    body { margin: 0 }
    main { display: grid; grid-template-columns: repeat(3, 600px); gap: 20px; width: fit-content; background: #fff }
    img { width: 600px; border: 1px solid #cbc7bb; border-radius: 10px; box-sizing: border-box }
  </style><main>${images}</main>`;
}
