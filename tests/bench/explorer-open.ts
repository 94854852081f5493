import type { Browser } from "playwright-core";

import { serveFolder } from "../support/serve-folder.ts";
import { median } from "./measure.ts";
import { buildReferences } from "./reference-peers.ts";
import { openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * From click to usable form: how long after a click on "Try it" the first field can be typed into, beside Scalar and Swagger
 * UI on the same contract, whose scripts all came with the page (reference-weight tells what that costs). Run:
 *
 *   npm run compile && node tests/bench/run.mjs explorer-open
 *
 * The processor is slow once the page is there. "cold": the click is the first the page sees of the reader. "warm": the
 * pointer has rested on the button before, so that the scripts are there. The time is taken in the page, from the click's own
 * time stamp to the first frame after the one that holds the form. ROUNDS says how many readers count (15), PEERS_FOLDER where
 * the peers are installed already.
 */
const rounds = Number(process.env["ROUNDS"] ?? 15);

interface Opening {
  readonly name: string;
  readonly path: string;
  /** What is clicked before "Try it" is there. */
  readonly before?: string;
  readonly button: string;
  /** What can be typed into. */
  readonly field: string;
  /** Whether the pointer rests on the button before the click. */
  readonly isWarm?: boolean;
}

const openings: readonly Opening[] = [
  ...["post-broker-invoices", "post-loads", "get-client-info"].flatMap((id) => {
    const own = { path: "/api/", button: `#${id} .try-it`, field: `#${id} .explorer :is(input, select)` };
    return [
      { ...own, name: `docs-build, ${id}, cold` },
      { ...own, name: `docs-build, ${id}, warm`, isWarm: true },
    ];
  }),
  {
    ...{ name: "Scalar, post-loads", path: "/scalar.html#tag/loads/POST/loads/" },
    ...{ button: "button:has-text('(post /loads/)')", field: "[role=dialog] .cm-content" },
  },
  {
    ...{ name: "Swagger UI, post-loads", path: "/swagger.html" },
    before: "[id$=loads_create] .opblock-summary-control",
    ...{ button: "[id$=loads_create] .try-out__btn", field: "[id$=loads_create] textarea.body-param__text" },
  },
];

async function main(): Promise<void> {
  await using references = await buildReferences();
  await using server = await serveFolder(references.dist);
  await using browser = await startBrowser();
  console.log(`processor slowed down ${slowdown} times, of ${rounds} readers: median, most`);
  for (const opening of openings) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await open(browser, server.origin, opening));
    const columns = [median(times), Math.max(...times)];
    console.log([opening.name.padEnd(40), ...columns.map((time) => `${time.toFixed(0)} ms`.padStart(8))].join(""));
  }
}

/** Milliseconds from the click to a form that can be typed into. */
async function open(browser: Browser, origin: string, opening: Opening): Promise<number> {
  await using reader = await openReader(browser);
  const { page } = reader;
  await page.goto(origin + opening.path, { waitUntil: "networkidle" });
  if (opening.before !== undefined) await page.locator(opening.before).click();
  const button = page.locator(opening.button);
  await button.scrollIntoViewIfNeeded();
  await reader.slowDown();
  await page.evaluate(measure(opening.field));
  if (opening.isWarm === true) {
    await button.hover();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1_000);
  }
  await button.click();
  return Number(await page.evaluate("window.opened"));
}

/** Runs in the page: takes the time of the click, and of the first frame after the form is there. */
const measure = (field: string): string => `
  window.opened = new Promise((resolve) => {
    let clicked = 0;
    addEventListener("click", (event) => (clicked ||= event.timeStamp), true);
    const observer = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(field)}) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  undefined;
`;

await main();
