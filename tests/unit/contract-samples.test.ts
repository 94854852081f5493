import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { toCodeSamples } from "#samples/code-samples.ts";
import type { FormPart, RequestValue, SampleBase } from "#shared/contract/request.ts";
import type { Credential } from "#shared/contract/security.ts";
import { toAddress } from "#shared/samples/address.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toJavaScript } from "#shared/samples/javascript.ts";
import { toPython } from "#shared/samples/python.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";

import { hasPython, recordPython } from "../support/record-python.ts";
import { sampleLanguages, sendSamples } from "../support/send-samples.ts";

const settings: SampleBase = { variable: "API_BASE", address: "" };
const authorization: Credential = { in: "header", name: "Authorization", form: "plain", variable: "API_AUTH" };

// prettier-ignore
const invoice = {
  load_number: "LD-20417", amount: 240000, paid: false, note: null, tags: ["a", "b"], stops: [{ city: "Reno" }], "x-id": {},
};

const create: RequestValue = {
  method: "post",
  path: "/broker_invoices/",
  query: [],
  headers: [],
  credentials: [authorization],
  body: { kind: "json", mediaType: "application/json", value: invoice },
};

const field = (name: string, value: string): FormPart => ({ kind: "field", name, value });
const form = (...parts: readonly FormPart[]) => ({ kind: "form", mediaType: "multipart/form-data", parts }) as const;

const upload: RequestValue = {
  ...create,
  path: "/broker_invoices/BI-100482/attachments",
  query: [{ name: "visible_to", value: "carrier,debtor" }],
  body: form(
    { kind: "file", name: "attachment", fileName: "pod.pdf", mediaType: "application/pdf" },
    field("category", "Signed Bill of Lading (Delivered)"),
  ),
};

const list: RequestValue = {
  ...create,
  method: "get",
  path: "/loads/",
  query: Object.entries({ page: "1", page_size: "25" }).map(([name, value]) => ({ name, value })),
  body: { kind: "none" },
};

const remove: RequestValue = { ...create, method: "delete", path: "/loads/LD%2020/", body: { kind: "none" } };

const samplesIn = (toSample: typeof toCurl, ...more: readonly RequestValue[]): string =>
  [create, upload, list, ...more].map((request) => toSample(toSampleCall(request, settings))).join("\n\n");

test("curl samples send the whole request", () => {
  expect(samplesIn(toCurl, remove)).toMatchInlineSnapshot(`
    "curl "$API_BASE/broker_invoices/" \\
      --fail-with-body -i -X POST \\
      -H "Authorization: $API_AUTH" \\
      -H 'Content-Type: application/json' \\
      --data '{
        "load_number": "LD-20417",
        "amount": 240000,
        "paid": false,
        "note": null,
        "tags": [
          "a",
          "b"
        ],
        "stops": [
          {
            "city": "Reno"
          }
        ],
        "x-id": {}
      }'

    curl "$API_BASE/broker_invoices/BI-100482/attachments?visible_to=carrier,debtor" \\
      --fail-with-body -i -X POST \\
      -H "Authorization: $API_AUTH" \\
      -F 'attachment=@pod.pdf;type=application/pdf' \\
      --form-string 'category=Signed Bill of Lading (Delivered)'

    curl "$API_BASE/loads/?page=1&page_size=25" \\
      --fail-with-body -i -H "Authorization: $API_AUTH"

    curl "$API_BASE/loads/LD%2020/" \\
      --fail-with-body -i -X DELETE \\
      -H "Authorization: $API_AUTH""
  `);
});

test("JavaScript samples send the whole request", () => {
  expect(samplesIn(toJavaScript)).toMatchInlineSnapshot(`
    "const response = await fetch(\`\${process.env.API_BASE}/broker_invoices/\`, {
      method: "POST",
      headers: {
        Authorization: process.env.API_AUTH,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({
        load_number: "LD-20417",
        amount: 240000,
        paid: false,
        note: null,
        tags: ["a", "b"],
        stops: [{ city: "Reno" }],
        "x-id": {},
      }),
    });
    console.log(response.status, await response.text());
    if (!response.ok) process.exitCode = 1;

    import { openAsBlob } from "node:fs";

    const form = new FormData();
    form.append("attachment", await openAsBlob("pod.pdf", { type: "application/pdf" }), "pod.pdf");
    form.append("category", "Signed Bill of Lading (Delivered)");

    const response = await fetch(\`\${process.env.API_BASE}/broker_invoices/BI-100482/attachments?visible_to=carrier,debtor\`, {
      method: "POST",
      headers: { Authorization: process.env.API_AUTH },
      body: form,
    });
    console.log(response.status, await response.text());
    if (!response.ok) process.exitCode = 1;

    const response = await fetch(\`\${process.env.API_BASE}/loads/?page=1&page_size=25\`, {
      headers: { Authorization: process.env.API_AUTH },
    });
    console.log(response.status, await response.text());
    if (!response.ok) process.exitCode = 1;"
  `);
});

test("Python samples send the whole request", () => {
  expect(samplesIn(toPython)).toMatchInlineSnapshot(`
    "import os

    import requests

    response = requests.post(
        os.environ["API_BASE"] + "/broker_invoices/",
        headers={"Authorization": os.environ["API_AUTH"]},
        json={
            "load_number": "LD-20417",
            "amount": 240000,
            "paid": False,
            "note": None,
            "tags": ["a", "b"],
            "stops": [{"city": "Reno"}],
            "x-id": {},
        },
        timeout=30,
    )
    print(response.status_code, response.text)
    response.raise_for_status()

    import os

    import requests

    with open("pod.pdf", "rb") as file:
        response = requests.post(
            os.environ["API_BASE"] + "/broker_invoices/BI-100482/attachments",
            params={"visible_to": "carrier,debtor"},
            headers={"Authorization": os.environ["API_AUTH"]},
            files={"attachment": ("pod.pdf", file, "application/pdf")},
            data={"category": "Signed Bill of Lading (Delivered)"},
            timeout=30,
        )
    print(response.status_code, response.text)
    response.raise_for_status()

    import os

    import requests

    response = requests.get(
        os.environ["API_BASE"] + "/loads/",
        params={
            "page": "1",
            "page_size": "25",
        },
        headers={"Authorization": os.environ["API_AUTH"]},
        timeout=30,
    )
    print(response.status_code, response.text)
    response.raise_for_status()"
  `);
});

/** Everything that a shell, a template string, a form or a header could interpret as more than text. */
const nasty =
  "$(touch ran) `touch ran` ${API_AUTH} $API_AUTH \"double\" 'single' \\ back !bang ; & | > ran\nnext\tline é 🚚 #{x} %s";

const hostile: readonly RequestValue[] = [
  {
    ...create,
    method: "patch",
    path: `/a/$(touch ran)/\`touch ran\`/"'\\/{x}/[1-3]/é/%41%zz/`,
    query: [{ name: nasty, value: nasty }],
    headers: [{ name: "X-Note", value: nasty }],
    body: {
      kind: "json",
      mediaType: "application/merge-patch+json",
      value: { [nasty]: nasty, ["__proto__"]: [nasty], constructor: 1e21 },
    },
  },
  { ...create, body: { kind: "text", mediaType: "text/plain", text: `@/etc/passwd ${nasty}` } },
  { ...create, body: { kind: "text", mediaType: "application/json-seq", text: `\u001E"${nasty} \\n \\060"\r\n\n\n` } },
  {
    ...upload,
    body: form(
      { kind: "file", name: "file", fileName: 'a "b"; c,\\.pdf', mediaType: "application/pdf" },
      { kind: "file", name: "file", fileName: "second.png", mediaType: "image/png" },
      field("note", nasty),
      field("from", "@/etc/passwd"),
    ),
  },
  { ...upload, body: { ...form(field("a=b", nasty)), mediaType: "application/x-www-form-urlencoded" } },
  { ...upload, body: form(field("a", nasty)) },
  { ...create, body: { kind: "file", mediaType: "application/octet-stream", fileName: "it's.bin" } },
];

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-build-samples-"));
  const fake = join(folder, "curl");
  writeFileSync(fake, '#!/bin/sh\nfor argument in "$@"; do printf "%s\\0" "$argument"; done\n');
  chmodSync(fake, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a sample with a `curl` that prints its arguments. */
function runCurl(request: RequestValue, base = settings): readonly string[] {
  const env = { PATH: `${folder}:${process.env["PATH"]}`, API_BASE: "https://api.example.com/v1", API_AUTH: "s3cret" };
  const output = execFileSync("sh", ["-c", toCurl(toSampleCall(request, base))], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return output.split("\0").slice(0, -1);
}

function checkJavaScript(code: string): void {
  const file = join(folder, "sample.mjs");
  writeFileSync(file, code);
  execFileSync(process.execPath, ["--check", file], { stdio: "pipe" });
  rmSync(file);
}

test.each([...hostile, create].map((request, index) => [index, request] as const))(
  "a pasted curl sample of hostile request %i runs no injected code and sends its values unchanged",
  (_, request) => {
    const words = runCurl(request);
    expect(readdirSync(folder)).toEqual(["curl"]);
    expect(words.join("\n").split("s3cret")).toHaveLength(2);
    if (request.body.kind === "json") expect(JSON.parse(words.at(-1) ?? "")).toEqual(request.body.value);
    if (request.body.kind === "text") expect(words.slice(-2)).toEqual(["--data-raw", request.body.text]);
    if (request.body.kind !== "form") return;
    for (const part of request.body.parts) {
      if (part.kind === "field") expect(words.some((word) => word.endsWith(`=${part.value}`))).toBe(true);
    }
    expect(words).not.toContain("from=@/etc/passwd-F");
    const from = words.indexOf("from=@/etc/passwd");
    if (from >= 0) expect(words[from - 1]).toBe("--form-string");
  },
);

test.each([...hostile, create, upload, list, remove].map((request, index) => [index, request] as const))(
  "JavaScript sample %i parses",
  (_, request) => checkJavaScript(toJavaScript(toSampleCall(request, settings))),
);

test("hostile credential names and addresses can't inject code in any language", () => {
  const credentials = (["header", "query", "cookie"] as const).map((location) => {
    return { in: location, name: nasty, form: "plain", variable: "API_AUTH" } as const;
  });
  const base = { variable: null, address: `https://api.example.com/${nasty}` };
  const request = { ...list, credentials };
  const words = runCurl(request, base);
  expect(readdirSync(folder)).toEqual(["curl"]);
  expect(words.find((word) => word.startsWith("https:"))).toContain(`https://api.example.com/${nasty}/loads/?page=1`);
  expect(words.join("\n").split("s3cret")).toHaveLength(4);
  checkJavaScript(toJavaScript(toSampleCall(request, base)));
  const input = toPython(toSampleCall(request, base));
  if (hasPython) execFileSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input });
});

test.skipIf(!hasPython)("Python samples compile and contain the intended values", () => {
  const samples = [...hostile, create, upload, list, remove];
  const codes = samples.map((request) => toPython(toSampleCall(request, settings)));
  const calls = recordPython(codes, { API_BASE: "https://api.example.com", API_AUTH: "s3cret" }, folder);
  expect(calls.map(({ method }) => method)).toEqual(samples.map(({ method }) => method));
  for (const [index, { body }] of samples.entries()) {
    if (body.kind === "json") expect(calls[index]?.json).toEqual(body.value);
  }
  expect(readdirSync(folder)).toEqual(["curl"]);
});

test.each(["query", "COPY", "M-SEARCH"] as const)("a contract's custom method %s is sent as it is", async (method) => {
  const sent = await sendSamples(toCodeSamples({ ...create, credentials: [], method }, settings));
  const calls = sent.map((call) => [call.language, `${call.method} ${call.url}`]);
  const line = `${method.toUpperCase()} ${create.path}`;
  expect(calls).toEqual(sampleLanguages.map((language) => [language, line]));
});

test("curl sends a long query with options, and calls the same address", async () => {
  const pairs = [
    ...list.query,
    { name: "sort by", value: "it's 100% & $(id)" },
    { name: "from", value: "@/etc/passwd" },
  ];
  const long = { ...list, credentials: [], query: pairs };
  const [curl = expect.fail("no sample")] = toCodeSamples(long, settings);
  expect(curl.code).toMatch(
    /^curl "\$API_BASE\/loads\/" \\\n {2}--fail-with-body -i \\\n {2}-G -d page=1 -d page_size=25 -d sort%20by=/,
  );
  const [sent] = await sendSamples([curl]);
  expect(sent).toMatchObject({ method: "GET", url: toAddress(long) });
  expect(sent?.headers).not.toHaveProperty("content-type");
  const file = { ...list, query: [...list.query, { name: "", value: "", encoded: "@a-file-that-must-not-be-read" }] };
  expect(toCurl(toSampleCall(file, settings))).not.toContain("-G");
});

test("samples don't use fetch for the methods that it refuses", () => {
  expect(toJavaScript(toSampleCall({ ...list, method: "trace" }, settings))).toBe(
    "// fetch doesn't send TRACE. See the sample for curl.",
  );
});
