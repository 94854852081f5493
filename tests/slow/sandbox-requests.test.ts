import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { SandboxRequest } from "#sandbox/exchange.ts";
import { createSandbox } from "#sandbox/sandbox.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { groupBy } from "#shared/group-by.ts";

import { frameworkContracts, smallContracts } from "../support/contract-files.ts";
import { faultsOfExamples, faultsOfResponse, measureSandbox } from "../support/measure-sandbox.ts";
import { prefilledRequests } from "../support/prefilled-requests.ts";
import { listDocuments, readRealContract } from "../support/real-documents.ts";

/* The sandbox on contracts that it wasn't tuned for. */

const files = [
  ...smallContracts,
  ...frameworkContracts,
  ...listDocuments(["@readme/oas-examples", "@scalar/galaxy", "@figma/rest-api-spec"]),
];
const contracts = (
  await Promise.all(
    files.map(async (file) => ({ file, contract: await readRealContract(file, readFileSync(file, "utf8")) })),
  )
).flatMap(({ file, contract }) => (contract && contract.operations.length > 0 ? [{ file, contract }] : []));

const measured = await Promise.all(
  contracts.map(async ({ file, contract }) => ({ file, ...(await measureSandbox(contract)) })),
);
const sends = measured.flatMap(({ file, firstSends }) =>
  firstSends.map((sent) => ({ ...sent, name: basename(file), isSmall: smallContracts.includes(file) })),
);

test("99 % of first requests succeed or lead on as declared, and failures are named", () => {
  const failed = sends.filter(({ isGood, isDeclared, status }) => !isGood && !(isDeclared && status < 400));
  expect(failed.map(({ name, operation, status }) => `${name} ${operation}: ${status}`)).toEqual([
    // The operation has another name for the path's parameter, so its value is unknown.
    "path-parameters-that-disagree.yaml get /trees/{tree}/leaves/{leaf}: 400",
    // The path without the query is another operation, which responds.
    "paths-with-a-query.yaml get /leaves?all: 400",
  ]);
  expect(failed.length / sends.length).toBeLessThan(0.01);
});

test("85 % of collections still have their records after every declared step", () => {
  const collections = measured.flatMap(({ file, collections: own }) => own.map((one) => ({ ...one, file })));
  const left = collections.flatMap(({ file, path, steps }) => {
    const missed = steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
    return missed.length === 0 ? [] : [`${basename(file)} ${path}: no ${missed.join(", ")}`];
  });
  expect(left.length / collections.length, left.join("\n")).toBeLessThanOrEqual(0.15);
});

test("responses to first requests match the contract, or the explorer says that the document contradicts itself", () => {
  const differing = sends.filter(({ verdict }) => verdict.kind === "mismatch");
  const own = differing.filter(({ verdict }) => verdict.kind === "mismatch" && verdict.isOwn);
  expect(differing.filter((sent) => !own.includes(sent))).toEqual([]);
  // Small documents describe their errors in their heads.
  const large = own.filter(({ isSmall }) => !isSmall);
  const counts = [...groupBy(large, ({ name }) => name)].map(([name, found]) => [name, found.length] as const);
  expect(Object.fromEntries(counts)).toEqual({
    // A default with a member that its schema does not describe, in the sites and hauls of one document.
    "drf-yasg.yaml": 8,
    // Combined closed objects, each of which forbids the fields of the others.
    "nswag.json": 18,
    // A cycle of required fields, which no value can satisfy.
    "circular-request-bodies.json": 1,
    // Identical alternatives in a `oneOf`, where a value may match only one.
    "complex-nesting.json": 2,
    "schema-deprecated.json": 1,
    // A required field has another name than the described one.
    "openapi.yaml": 1,
    // Strings where the schema has objects and lists.
    "request-examples.json": 2,
    // A write-only field in a response's example.
    "train-travel.json": 1,
  });
});

/** A request that an explorer starts with, and a number that says how it is broken. */
interface Draw {
  readonly pick: number;
  readonly text: string;
  readonly value: unknown;
  readonly way: number;
}

const draws = fc.record({
  pick: fc.nat(1_000_000),
  text: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("1", "0", "-1", "1e9", "null", "__proto__", "..", "%")),
  value: fc.jsonValue({ maxDepth: 3 }),
  way: fc.nat(7),
});

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

function breakRequest(request: SandboxRequest, { text, value, way, pick }: Draw): SandboxRequest {
  const safe = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, ""));
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  switch (way) {
    case 1:
      return { ...request, query: `${request.query}&limit=${safe}&page=${safe}&cursor=${safe}` };
    case 2:
      return { ...request, path: request.path.replace(/[^/]+(\/?)$/, `${safe}$1`) };
    case 3:
      return { ...request, body: bytes };
    case 4: {
      const type = ["application/json", "application/merge-patch+json", "application/json-patch+json", text][pick % 4];
      return { ...request, body: bytes, headers: new Map([["content-type", type ?? ""]]) };
    }
    case 5:
      return { ...request, method: methods[pick % methods.length] ?? "GET" };
    case 6:
      return {
        ...request,
        headers: new Map([
          ...request.headers,
          ["if-match", text],
          ["if-none-match", text],
          ["prefer", `code=${pick % 700}`],
        ]),
      };
    default:
      return request;
  }
}

async function prepare({ contract, file }: { readonly contract: Contract; readonly file: string }) {
  return {
    contract,
    file,
    sandbox: createSandbox(contract),
    prefilled: await prefilledRequests(contract),
    shown: faultsOfExamples(contract),
  };
}

test("2,000 random requests end, with responses that match their contract", async () => {
  const prepared = await Promise.all(contracts.map(prepare));
  const refused: string[] = [];
  fc.assert(
    fc.property(draws, (draw) => {
      const { contract, file, sandbox, prefilled, shown } =
        prepared[draw.pick % prepared.length] ?? prepared[0] ?? fail();
      const { id, request } = prefilled[Math.floor(draw.pick / prepared.length) % prefilled.length] ?? fail();
      const sent = breakRequest(request, draw);
      const response = sandbox.handle(sent);
      const operation = contract.operations.find((one) => one.id === id) ?? fail();
      const isOwn = sent.path === request.path && sent.method === operation.method.toUpperCase();
      const faults = isOwn ? faultsOfResponse(operation, response, contract) : [];
      // Examples that contradict their own contract don't count.
      const own = faults.find((fault) => !shown.has(fault));
      if (own !== undefined)
        refused.push(`${relative(".", file)} ${sent.method} ${sent.path}: ${response.status} ${own}`);
    }),
    { numRuns: 2_000, seed: 30 },
  );
  expect([...new Set(refused)]).toEqual([]);
}, 300_000);

function fail(): never {
  throw new Error("there is no contract to draw from");
}
