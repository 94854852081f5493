import { spawn } from "node:child_process";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { installTools, toolPath } from "../support/public-tools.ts";
import { type CommandResult, runCommand } from "../support/run-command.ts";
import { type Desk, openDesk, readGuides, runGuides, saveFiles } from "../support/run-guides.ts";
import { buildShippedSite } from "../support/shipped-site.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** Public tools on the published contract: a checker, a type generator, a collection and a proxy. */

const site = await buildShippedSite();
let folder: TemporaryFolder;

beforeAll(async () => {
  await installTools();
  folder = await temporaryFolder({
    "openapi.json": site.files.find(({ path }) => path === "api/openapi.json")?.content ?? "",
  });
}, 180_000);
afterAll(async () => folder[Symbol.asyncDispose]());

/** Turns off the tools' update checks and telemetry. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

async function run(tool: string, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand(toolPath(tool), args, { cwd: folder.path, env: quiet });
}

interface Finding {
  readonly ruleId: string;
  readonly message: string;
}

test("Redocly's recommended rules find only trailing slashes and missing error responses", async () => {
  const { stdout } = await run(
    "redocly",
    "lint",
    "openapi.json",
    "--extends=recommended",
    "--format=json",
    "--max-problems=1000",
  );
  const { problems }: { readonly problems: readonly Finding[] } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  const expected = new Set(["no-path-trailing-slash", "operation-4xx-response"]);
  expect(problems.filter(({ ruleId }) => !expected.has(ruleId))).toEqual([]);
});

test("the types from openapi-typescript compile, and reject what the contract refuses", async () => {
  expect(await run("openapi-typescript", "openapi.json", "-o", "api.d.ts")).toMatchObject({ code: 0 });
  const use = (weight: string): string => `import type { components } from "./api.d.ts";
const stop = { street_one: "1 Main St", city: "Reno", state: "NV", country: "US" };
export const load: components["schemas"]["LoadCreate"] = {
  load_number: "LD-1", trailer_type: "V", length: 53, weight: ${weight}, origin_locations: [stop],
  destination_locations: [stop], pickup_open_at: "2025-03-12T08:00:00Z", pickup_close_at: "2025-03-12T10:00:00Z",
};`;
  await folder.write({ "right.ts": use("41500"), "wrong.ts": use('"41,500"') });
  const options = ["--noEmit", "--strict", "--allowImportingTsExtensions"];
  expect(await run("tsc", ...options, "right.ts")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await run("tsc", ...options, "wrong.ts")).stdout).toContain(
    "Type 'string' is not assignable to type 'number'",
  );
});

interface PostmanItem {
  readonly item?: readonly PostmanItem[];
  readonly request?: object;
}

function countRequests({ item = [], request }: PostmanItem): number {
  return item.reduce((count, inner) => count + countRequests(inner), request ? 1 : 0);
}

test("Postman gets a request for every operation", async () => {
  expect(await run("openapi2postmanv2", "-s", "openapi.json", "-o", "collection.json")).toMatchObject({ code: 0 });
  const collection: PostmanItem = JSON.parse(await folder.read("collection.json"));
  expect(countRequests(collection)).toBe(site.contract?.operations.length);
});

test("every call of the guides, and its response, passes Prism as a validating proxy", async () => {
  const guides = readGuides(site);
  await using desk = await openDesk();
  await using proxy = await startProxy(desk);
  const wrong = await fetch(`${proxy.address}/loads/`, { method: "POST", headers: { authorization: "x" } });
  expect(wrong.headers.get("sl-violations")).toContain("Body parameter is required");
  await saveFiles(guides, site, desk);
  const through: Desk = { ...desk, run: async (command, args) => desk.run(command, args, { API_BASE: proxy.address }) };
  const answers = await runGuides(guides, "curl", through);
  const all = [...answers].flatMap(([page, list]) => list.map((answer) => ({ page, ...answer })));
  expect(all.length).toBeGreaterThan(40);
  const refused = all.filter(({ status, head }) => status === 0 || /^sl-violations:/im.test(head));
  // One call shows an error of the sandbox, whose status the document doesn't state.
  expect(refused.map(({ page, status }) => [page, status])).toEqual([["/broker-api", 400]]);
});

interface Proxy extends AsyncDisposable {
  readonly address: string;
}

async function startProxy(desk: Desk): Promise<Proxy> {
  const args = ["proxy", join(folder.path, "openapi.json"), desk.address, "--port", "0"];
  const child = spawn(toolPath("prism"), args, { cwd: folder.path, stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [found] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output.slice(output.indexOf("listening"))) ?? [];
      if (output.includes("listening") && found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => reject(new Error(output)));
  });
  return {
    address,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}
