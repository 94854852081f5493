import { afterAll, beforeAll, expect, test } from "vitest";

import type { ShownAnswer, Step } from "../support/guide-samples.ts";
import { canRun } from "../support/run-command.ts";
import {
  type Desk,
  findPython,
  noPython,
  type Language,
  openDesk,
  readGuides,
  type RealAnswer,
  runGuides,
  saveFiles,
} from "../support/run-guides.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** Every call that a published page tells its reader to make is made here, in order, as copied from the page, in a fresh sandbox. */

const site = await buildShippedSite();
const guides = new Map([...readGuides(site)].filter(([, { steps }]) => steps.length > 0));
const pages = [...guides.keys()];

const languages: readonly Language[] = [
  ...((await canRun("curl", ["--fail-with-body", "--version"])) ? (["curl"] as const) : []),
  "javascript",
  ...((await findPython()) ? (["python"] as const) : []),
];

if (!languages.includes("python")) console.warn(noPython);

let desk: Desk;
const answers = new Map<Language, ReadonlyMap<string, readonly RealAnswer[]>>();

beforeAll(async () => {
  desk = await openDesk();
  await saveFiles(guides, site, desk);
  for (const language of languages) answers.set(language, await runGuides(guides, language, desk));
}, 60_000);
afterAll(async () => desk[Symbol.asyncDispose]());

test("every guide of the specification has calls", () => {
  for (const page of ["/", "/broker-api", "/carrier-api", "/load-board", "/bulk-approve-self-finance"])
    expect(pages).toContain(page);
});

/** What of a page does not hold when its calls are made, in any language. */
function faultsOf(page: string): readonly string[] {
  const steps = guides.get(page)?.steps ?? [];
  const given = new Set<string>();
  return steps.flatMap((step, index) => {
    for (const name of step.files.keys()) given.add(name);
    const sent = [...step.curl.matchAll(/=@([^;']+)/g)].map(([, name = ""]) => name);
    const missing = sent.filter((name) => !given.has(name)).map((name) => `${name} is sent before the page gives it`);
    const different = languages.flatMap((language) => {
      const real = answers.get(language)?.get(page)?.[index];
      if (step[language] === null || real === undefined) return [];
      return differencesOf(step, real).map((text) => `${language}: ${text}`);
    });
    return [...missing, ...different];
  });
}

test.each(pages)("the calls of %s return what the page shows", (page) => {
  expect(faultsOf(page)).toEqual([]);
});

/** Where an answer is not what the page shows. Where the page shows none, any success will do. */
function differencesOf({ curl, answers: shown }: Step, real: RealAnswer): readonly string[] {
  const [line = ""] = curl.replace(/^curl --fail-with-body -i /, "").split(" \\\n");
  const faults = shown.length === 0 && !isSuccess(real) ? [""] : shown.flatMap((answer) => compare(answer, real));
  return faults.map((fault) => `${line}: ${real.status} ${fault === "" ? real.body : fault}`);
}

function isSuccess({ status }: RealAnswer): boolean {
  return status >= 200 && status < 300;
}

function compare({ status, body }: ShownAnswer, real: RealAnswer): readonly string[] {
  if (status === null ? !isSuccess(real) : status !== real.status)
    return [`, shown ${status ?? "any 2xx"}: ${real.body}`];
  if (body === undefined) return [];
  const value: unknown = real.body === "" ? null : JSON.parse(real.body.replaceAll(desk.address, "API_BASE"));
  return differencesIn(value, body, "");
}

/** Each value that the page shows and the answer has not, by its JSON pointer. Pages name the provider's host. */
function differencesIn(real: unknown, shown: unknown, pointer: string): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real) || real.length !== shown.length)
      return [`${pointer}: ${toText(real)}, shown ${toText(shown)}`];
    return shown.flatMap((element, index) => differencesIn(real[index], element, `${pointer}/${index}`));
  }
  if (typeof shown === "object" && shown !== null && typeof real === "object" && real !== null) {
    return Object.entries(shown).flatMap(([name, member]) =>
      differencesIn(Reflect.get(real, name), member, `${pointer}/${name}`),
    );
  }
  const expected = typeof shown === "string" ? shown.replace(/^https?:\/\/.*\/v1\/external_api/, "API_BASE") : shown;
  return Object.is(real, expected) ? [] : [`${pointer}: ${toText(real)}, shown ${toText(shown)}`];
}

function toText(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : (JSON.stringify(value) ?? "nothing");
}
