import { expect, test } from "vitest";

import { sendDocument, startProvider } from "../support/provider.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const documentOf = (name: string): string => `openapi: 3.1.0
info: { title: ${name}, version: "1" }
servers: [{ url: https://api.example.com/${name.toLowerCase()} }]
paths:
  /items: { get: { operationId: list, summary: List, responses: { "200": { description: OK } } } }
`;
const site = {
  "content/index.md": "# Home\n",
  "content/site.yaml": `contracts:
  - { api: Loads, id: v1, document: openapi/loads.yaml, route: /loads/ }
  - { api: Rates, id: v2, document: openapi/rates.yaml, route: /rates/ }
`,
  "openapi/loads.yaml": documentOf("Loads"),
  "openapi/rates.yaml": documentOf("Rates"),
};

test("sandbox, pull and check --live need the name of an API on a site that has several", async () => {
  await using folder = await temporaryFolder(site);
  await using provider = await startProvider((_, response) => sendDocument(response, documentOf("Rates"), "text/yaml"));
  const run = async (...args: readonly string[]) => runCli(args, { cwd: folder.path });
  const live = ["check", "--live", "--url", provider.origin] as const;
  for (const args of [["sandbox"], ["pull", provider.origin], live]) {
    expect(await run(...args)).toEqual({
      ...{ code: 2, stdout: "" },
      stderr: "error: this site has several APIs: name one with --contract\n(there is Loads v1, Rates v2)\n",
    });
    expect((await run(...args, "--contract", "Rate")).stderr).toMatch(/^error: there is no contract Rate\n\(there is /);
  }
  const { stderr } = await run("sandbox", "--reset", "--port", "1", "--contract", "Rates");
  expect(stderr).toContain("no sandbox answers at http://localhost:1/rates");
  expect((await run("pull", provider.origin, "--contract", "v2")).stdout).toContain("openapi/rates.yaml");
  const same = await run(...live, "--contract", "Rates v2");
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining("openapi/rates.yaml")]);
});
