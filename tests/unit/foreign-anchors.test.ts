import { describe, expect, test } from "vitest";

import { type AnchorFile, createAnchorFinder, readAnchorFile, toAnchorFile } from "#shared/contract/foreign-anchors.ts";

const parts = {
  operations: [
    { anchor: "get-planets", id: "getPlanets", method: "get", path: "/planets" },
    { anchor: "post-planets-planet-id", id: "planets/update", method: "post", path: "/planets/{planetId}/" },
    { anchor: "webhook-new-planet", id: "onPlanet", method: "post", path: "newPlanet" },
    { anchor: "m-search-planets", id: "searchPlanets", method: "M-SEARCH", path: "/planets" },
  ],
  tags: [{ anchor: "tag-celestial-bodies", name: "Celestial Bodies" }],
  schemas: [{ anchor: "schema-planet-error", name: "PlanetError" }],
  sections: [{ anchor: "section-rate-limits", name: "rate-limits" }],
};

describe("another tool's anchor leads to the same part of the reference", () => {
  test.each([
    ["Scalar", "tag/celestial-bodies/GET/planets", "get-planets"],
    ["Scalar", "tag/celestial-bodies/POST/planets/{planetId}", "post-planets-planet-id"],
    ["Scalar", "api-1/tag/celestial-bodies/get/planets", "get-planets"],
    ["Scalar", "tag/celestial-bodies/M-SEARCH/planets", "m-search-planets"],
    ["Scalar", "tag/celestial-bodies", "tag-celestial-bodies"],
    ["Scalar", "webhook/POST/newPlanet", "webhook-new-planet"],
    ["Scalar", "model/PlanetError", "schema-planet-error"],
    ["Scalar", "model/planeterror", "schema-planet-error"],
    ["Redoc", "operation/getPlanets", "get-planets"],
    ["Redoc", "operation/planets/update", "post-planets-planet-id"],
    ["Redoc", "tag/Celestial-Bodies/operation/getPlanets", "get-planets"],
    ["Redoc", "tag/Celestial-Bodies/paths/~1planets/get", "get-planets"],
    ["Redoc", "paths/~1planets~1{planetId}~1/post", "post-planets-planet-id"],
    ["Redoc", "paths/~1planets/m-search", "m-search-planets"],
    ["Redoc", "tag/Celestial-Bodies", "tag-celestial-bodies"],
    ["Redoc", "tag/Celestial Bodies", "tag-celestial-bodies"],
    ["Redoc", "schema/PlanetError", "schema-planet-error"],
    ["Redoc", "section/Rate-limits", "section-rate-limits"],
    ["Redoc", "section/Usage/Rate limits", "section-rate-limits"],
    ["Swagger UI", "/Celestial%20Bodies/getPlanets", "get-planets"],
    ["Stoplight Elements", "/operations/getPlanets", "get-planets"],
    ["Stoplight Elements", "/schemas/PlanetError", "schema-planet-error"],
  ])("%s: %s", (_tool, name, anchor) => {
    expect(createAnchorFinder(parts)(name)).toBe(anchor);
  });

  test.each([
    "",
    "operation/",
    "tag/",
    "model/",
    "tag/other",
    "operation/none",
    "paths/~1planets/put",
    "section/Errors",
  ])("unknown anchor `%s` is ignored", (name) => {
    expect(createAnchorFinder(parts)(name)).toBeNull();
  });
});

test("the anchor file has what a page needs to find an anchor, with each address once", () => {
  const hrefByAnchor = new Map([
    ["tag-celestial-bodies", "/api/planets/"],
    ["section-rate-limits", "/api/planets/"],
    ["get-planets", "/api/planets/"],
    ["post-planets-planet-id", "/api/post-planets-planet-id/"],
    ["schema-planet-error", "/api/schemas/"],
    ["schema-planet-error.cause", "/api/schemas/planet-error/cause/"],
    ["webhook-new-planet", "/api/webhooks/"],
    ["m-search-planets", "/api/planets/"],
  ]);
  const written = toAnchorFile({ ...parts, hrefByAnchor });
  expect(written.pages).toHaveLength(5);
  const file: AnchorFile = JSON.parse(JSON.stringify(written));
  const read = readAnchorFile(file);
  expect(new Map([...read.hrefByAnchor].sort())).toEqual(new Map([...hrefByAnchor].sort()));
  expect(createAnchorFinder(read)("tag/celestial-bodies/GET/planets")).toBe("get-planets");
});
