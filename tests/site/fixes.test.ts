import { expect, test } from "vitest";

import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";

import { buildSite } from "../support/build-site.ts";
import { call, listOf, ref, takes } from "../support/contract-paths.ts";

/** What each fix replaces, with its position and replacement: `content/a.md:1:5 wieght → weight`. */
function fixesIn(files: Readonly<Record<string, string>>, diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap(({ position, fix }) => {
    if (fix === undefined || position === null) return [];
    const { start, end } = fix.range;
    const line = (files[position.file] ?? "").replace(/^\uFEFF/, "").split(/\r\n?|\n/)[start.line - 1] ?? "";
    const word = line.slice(start.column - 1, end.column - 1);
    return [`${position.file}:${start.line}:${start.column} ${word} → ${fix.replacement}`];
  });
}

async function fixesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return fixesIn(files, (await buildSite(files)).diagnostics);
}

const sent = `parameters: [{ name: status, in: query, schema: ${ref("Status")} }, { name: X-Trace, in: header, schema: { type: string } }]`;
const contract = `openapi: 3.1.0
info: { title: Freight, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /loads/: { ${call("post", "operationId: loads_create", sent, takes(ref("Load")), 'responses: { "204": { description: Made. } }')} }
components:
  schemas:
    Load:
      type: object
      properties:
        weight: { type: integer }
        amount: { type: integer, x-unit: usd-cents }
        status: ${ref("Status")}
        items: ${listOf(ref("Load"))}
      additionalProperties: false
    Status: { type: string, enum: [PENDING, PAID] }
`;

test("misspelled names of the contract are fixed in place, and similar correct words stay", async () => {
  const files = {
    "openapi/api.yaml": contract,
    "content/index.md": [
      "---\ntitle: Home\n---\n\n\t[loads_craete](op:loads_craete) is code.\n",
      '[loads_craete](op:loads_craete), [](schema:load), [](field:Load.wieght) and [a `]` b](field:Laod.weight "title").',
      "",
      "> -\tQuoted and\n>  \twrapped: [the\n>  \tload](op:loadsCreate)",
      "",
      ":value[Status.paid] and :cents[2400.00], :value[Status.Status]",
      "",
      "[by reference][ref]",
      "",
      "[ref]: op:loads_craete",
      "",
      '```json schema=Laod title="x"\n{}\n```',
    ].join("\n"),
  };
  expect(await fixesOf(files)).toEqual([
    "content/index.md:7:19 loads_craete → loads_create",
    "content/index.md:7:44 load → Load",
    "content/index.md:7:65 wieght → weight",
    "content/index.md:7:93 Laod → Load",
    "content/index.md:11:14 loadsCreate → loads_create",
    "content/index.md:13:15 paid → PAID",
    "content/index.md:19:16 Laod → Load",
  ]);
});

test("names and values in samples are fixed, also in lists and quotes; amounts and existing names stay", async () => {
  const files = {
    "openapi/api.yaml": contract,
    "content/index.md": [
      '```json schema=Load\n{\n\t"wieght": 1, "amount": 2400.00,\n  "status": "paid", "items": [{ "Weight": 1 }]\n}\n```',
      "",
      '> 1. Text\n>    ```json schema=Load\n>    { "status": "Pending" }\n>    ```',
      "",
      '```json schema=Load\n{ "wieght": 1, "weight": 1 }\n```',
      "",
      '```http op=loads_create\nPOST /loads/?Status=x&status=paid\nX-Trase: 1\n\n{"wieght": 1}\n```',
    ].join("\n"),
  };
  expect(await fixesOf(files)).toEqual([
    "content/index.md:3:3 wieght → weight",
    "content/index.md:4:14 paid → PAID",
    "content/index.md:4:34 Weight → weight",
    "content/index.md:10:19 Pending → PENDING",
    "content/index.md:18:30 paid → PAID",
    "content/index.md:19:1 X-Trase → X-Trace",
    "content/index.md:21:3 wieght → weight",
  ]);
});

test("directives, their attributes, files, languages and admonitions are fixed", async () => {
  const files = {
    "openapi/api.yaml": contract,
    "content/_blocks/auth.md": "Text.",
    "content/_figures/flow.svg": "<svg></svg>",
    "content/index.md": [
      ":::waring\nText.\n:::",
      "::include{path=_blocks/auth.md}",
      "::include{file=_blocks/auth}",
      "::fields{scheme=Load}",
      "::fields{schema=Laod}",
      ':::figure{src="_figures/Flow.svg"}\n:::',
      "```javscript\nlet x;\n```",
      "> [!WARNIG]\n> Text.",
      ":suport",
    ].join("\n\n"),
  };
  expect(await fixesOf(files)).toEqual([
    "content/index.md:1:4 waring → warning",
    "content/index.md:5:11 path → file",
    "content/index.md:7:16 _blocks/auth → _blocks/auth.md",
    "content/index.md:9:10 scheme → schema",
    "content/index.md:11:17 Laod → Load",
    "content/index.md:13:16 _figures/Flow.svg → _figures/flow.svg",
    "content/index.md:16:4 javscript → javascript",
    "content/index.md:20:5 WARNIG → WARNING",
  ]);
});

test("keys and values of the settings and of front matter are fixed where the right one is missing", async () => {
  const files = {
    "content/site.yaml":
      "titel: Docs\r\ncolorMode: 'Dark'\r\nservers:\r\n  - { nmae: A, url: 'https://a.example', kind: stagin }\r\n",
    "content/index.md":
      '\uFEFF---\r\n"titel": Home\r\ndescrption: A\r\ndescription: B\r\nsidebarLabel: C\r\n---\r\nText.\r\n',
  };
  expect(await fixesOf(files)).toEqual([
    "content/site.yaml:1:1 titel → title",
    "content/site.yaml:2:13 Dark → dark",
    "content/site.yaml:4:7 nmae → name",
    "content/site.yaml:4:48 stagin → staging",
    "content/index.md:2:2 titel → title",
    "content/index.md:5:1 sidebarLabel → sidebar_label",
  ]);
});

test("addresses are fixed in the form the author wrote them in", async () => {
  const files = {
    "content/site.yaml": [
      "sidebar: [/, /Guide, { label: Area, to: '/area/iner' }]",
      "footer:",
      "  links:",
      "    - label: Spec",
      "      to: /spec",
      "redirects:",
      "  - { from: /old, to: /giude#setup }",
    ].join("\n"),
    "content/static/spec.pdf": "x",
    "content/area/flow.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "content/area/inner.md": [
      '![picture](./flw.svg) and [`a` ![icon](flow.svg) b \\] c](../Guide.md#setup "title")',
      "[slash](guide/) [relative](../giude/?x=1#setup) [html](</guide.html>)",
      "[anchor](/guide#setpu), [own](#own-heding), [file](/spec)",
      "",
      "## Own heading",
    ].join("\r\n"),
    "content/guide.md": "## Setup",
    "content/index.md": "<a href='/giude'>raw</a> [ref] [not yet](/guide-2) [far](/gui)\n\n[ref]: /giude",
  };
  expect(await fixesOf(files)).toEqual([
    "content/area/inner.md:1:12 ./flw.svg → ./flow.svg",
    "content/area/inner.md:1:58 ../Guide.md#setup → ../guide.md#setup",
    "content/area/inner.md:2:9 guide/ → /guide/",
    "content/area/inner.md:2:28 ../giude/?x=1#setup → ../guide/?x=1#setup",
    "content/area/inner.md:2:57 /guide.html → /guide",
    "content/area/inner.md:3:10 /guide#setpu → /guide#setup",
    "content/area/inner.md:3:31 #own-heding → #own-heading",
    "content/area/inner.md:3:52 /spec → /spec.pdf",
    "content/site.yaml:1:14 /Guide → /guide",
    "content/site.yaml:1:42 /area/iner → /area/inner",
    "content/site.yaml:5:11 /spec → /spec.pdf",
    "content/site.yaml:7:23 /giude#setup → /guide#setup",
  ]);
});

test("a block that several pages include is fixed once, and a disabled check offers no fix", async () => {
  const files = {
    "openapi/api.yaml": contract,
    "content/site.yaml": "severities: { content/code-language: off }\n",
    "content/_blocks/auth.md": "```javscript\n```\n\n[](op:loads_craete)",
    "content/a.md": "::include{file=_blocks/auth.md}",
    "content/b.md": "::include{file=_blocks/auth.md}",
  };
  expect(await fixesOf(files)).toEqual(["content/_blocks/auth.md:4:7 loads_craete → loads_create"]);
});

test("findings in the provider's contract offer no fix", async () => {
  const wrong = contract.replace("description", "descripton").replace("operationId", "operationID");
  const { diagnostics } = await buildSite({ "openapi/api.yaml": wrong, "content/index.md": "# Home" });
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.filter(({ fix }) => fix !== undefined)).toEqual([]);
});
