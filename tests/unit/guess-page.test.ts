import { expect, test } from "vitest";

import { guessPage, type KnownPage } from "#shared/search/guess-page.ts";

const pages = [
  ["/", "Introduction"],
  ["/broker-api", "Broker API"],
  ["/carrier-api", "Carrier API"],
  ["/webhooks", "Webhooks"],
  ["/webhooks/carrier-status-webhook", "Carrier status webhook"],
  ["/TAI/tai-pages", "Documents for TAI"],
  ["/internal-docs/obligations", "Obligations of a factor"],
  ["/api/v1.1/", "External API"],
];

function guess(path: string, base = "/"): string | null {
  const known = pages.map(([href = "", title = ""]): KnownPage => [base + href.slice(1), title, ""]);
  return guessPage(path, base, known)?.[0] ?? null;
}

test.each([
  ["/brokr-api/", "/broker-api"],
  ["/carrier-apii", "/carrier-api"],
  ["/Broker_API.html", "/broker-api"],
  ["/broker/api", "/broker-api"],
  ["/webhook", "/webhooks"],
  ["/webhooks/carrier-status", "/webhooks/carrier-status-webhook"],
  ["/tai/tai-page.md", "/TAI/tai-pages"],
  ["/api/v1/", "/api/v1.1/"],
])("%s is close to the path %s", (path, expected) => {
  expect(guess(path)).toBe(expected);
});

test.each([
  ["/documents-for-tai", "/TAI/tai-pages"],
  ["/guides/carrier-status-webhook", "/webhooks/carrier-status-webhook"],
  ["/old/docs/broker-api/index.html", "/broker-api"],
  ["/obligations-of-factors", "/internal-docs/obligations"],
])("the name in %s leads to the page %s", (path, expected) => {
  expect(guess(path)).toBe(expected);
});

test.each(["/nope/at-all/", "/a", "/", "/%E0%A4%A", "/xyz", "/wp-login.php", "/api-keys", "/load"])(
  "no page is close to %s",
  (path) => {
    expect(guess(path)).toBe(null);
  },
);

test("the site's base path doesn't count as part of a page's name", () => {
  expect(guess("/docs/for/partners/nope", "/docs/for/partners/")).toBe(null);
  expect(guess("/docs/for/partners/brokr-api", "/docs/for/partners/")).toBe("/docs/for/partners/broker-api");
});
