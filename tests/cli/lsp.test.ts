import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  type Diagnostic,
  HoverRequest,
  ReferencesRequest,
} from "vscode-languageserver/node";

import { editedSite } from "../support/editor-site.ts";
import { type LanguageClient, startLanguageClient } from "../support/language-client.ts";

const page = "content/index.md";
const isClean = (shown: readonly Diagnostic[]): boolean => shown.length === 0;
const isAny = (shown: readonly Diagnostic[]): boolean => shown.length > 0;

/** The completions offered at the end of a file's last line. */
async function offeredAtEnd(
  { connection, uriOf }: LanguageClient,
  file: string,
  text: string,
): Promise<readonly string[]> {
  const lines = text.split("\n");
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const items = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri: uriOf(file) }, position });
  return (Array.isArray(items) ? items : (items?.items ?? [])).map(({ label }) => label);
}

/** One editor for all tests that use the same site. */
let editor: LanguageClient;

beforeAll(async () => {
  editor = await startLanguageClient(editedSite);
});

afterAll(async () => editor[Symbol.asyncDispose]());

test("the editor shows findings for the contract, the settings and unopened files, and watches files", async () => {
  await editor.folder.write({ "content/site.yaml": "titel: Loads\n" });
  const [key] = await editor.untilFindings("content/site.yaml", isAny);
  expect(key).toMatchObject({ code: "config/unknown-key", range: { start: { line: 0, character: 0 } } });
  await editor.folder.write({
    "content/site.yaml": "title: Loads\n",
    "content/new.md": "# New\n\n[](op:load_create)\n",
  });
  await editor.untilFindings("content/site.yaml", isClean);
  const [name] = await editor.untilFindings("content/new.md", isAny);
  expect(name).toMatchObject({ code: "contract/unknown-name" });
  await editor.open("openapi/api.yaml", editedSite["openapi/api.yaml"].replace("loads_create", "load_create"));
  await editor.untilFindings("content/new.md", isClean);
  await editor.open("content/unsaved.md", "# A page that no disk has yet\n\n[x](/nowhere)\n");
  await editor.untilFindings("content/unsaved.md", isAny);
  for (const file of ["openapi/api.yaml", "content/unsaved.md"]) await editor.close(file);
  await editor.folder.remove("content/new.md");
  await editor.untilFindings("content/unsaved.md", isClean);
});

test("findings follow unsaved text and disappear once it's fixed; a fix is offered", async () => {
  const broken = "# Start\n\nSee [é](/guides/mony).\n";
  await editor.open(page, broken);
  const [finding] = await editor.untilFindings(page, isAny);
  expect(finding).toMatchObject({
    ...{ code: "link/broken", severity: 1, source: "docs-build" },
    message: expect.stringContaining("(try /guides/money)"),
    range: { start: { line: 2, character: 4 }, end: { line: 2, character: 20 } },
  });
  const { connection, uriOf } = editor;
  const at = { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } };
  const params = { textDocument: { uri: uriOf(page) }, range: at, context: { diagnostics: [] } };
  expect(await connection.sendRequest(CodeActionRequest.type, params)).toMatchObject([
    {
      ...{ title: "Replace it with /guides/money", kind: "quickfix", isPreferred: true },
      edit: { changes: { [uriOf(page)]: [{ newText: "/guides/money", range: { start: { line: 2, character: 8 } } }] } },
    },
  ]);
  await editor.change(page, broken.replace("mony", "money"));
  await editor.untilFindings(page, isClean);
  expect(await connection.sendRequest(CodeActionRequest.type, params)).toEqual([]);
  expect(await editor.folder.read(page)).toBe(editedSite[page]);
  await editor.change(page, broken);
  await editor.untilFindings(page, isAny);
  await editor.close(page);
  await editor.untilFindings(page, isClean);
});

test("names, members and positions stay available while sources are broken; the server exits with its editor", async () => {
  const text = "# Start\n\n[](op:loads_create)\n\n[](op:";
  await editor.open(page, text);
  expect(await offeredAtEnd(editor, page, text)).toEqual(["loads_create", "loads_list"]);
  await editor.open("openapi/api.yaml", "openapi: [\n");
  await editor.open("content/site.yaml", "title: [\n");
  await editor.untilFindings("openapi/api.yaml", isAny);
  await editor.untilFindings("content/site.yaml", isAny);
  expect(await offeredAtEnd(editor, page, text)).toEqual(["loads_create", "loads_list"]);
  const here = { textDocument: { uri: editor.uriOf(page) }, position: { line: 2, character: 8 } };
  expect(await editor.connection.sendRequest(HoverRequest.type, here)).toMatchObject({
    contents: { value: expect.stringContaining("Post a load") },
  });
  expect(await editor.connection.sendRequest(DefinitionRequest.type, here)).toMatchObject({
    uri: editor.uriOf("openapi/api.yaml"),
    range: { start: { line: 5 } },
  });
  const references = { ...here, context: { includeDeclaration: true } };
  expect(await editor.connection.sendRequest(ReferencesRequest.type, references)).toHaveLength(2);
  expect([await editor.end(), editor.errors()]).toEqual([0, ""]);
});

test("the server also works in a folder without a contract or without pages", async () => {
  await using client = await startLanguageClient({ "content/a.md": "# A\n\n[b](/b)\n" });
  await client.untilFindings("content/a.md", isAny);
  await client.open("content/b.md", "# B\n\n[a](/");
  await client.untilFindings("content/a.md", isClean);
  expect(await offeredAtEnd(client, "content/b.md", "# B\n\n[a](/")).toEqual(["/a", "/b"]);

  await using empty = await startLanguageClient({});
  await empty.untilFindings("content/site.yaml", isAny);
  await empty.open("content/a.md", "# A\n");
  await empty.untilFindings("content/site.yaml", isClean);
});

test("the site's folder can be named if the editor has another folder open", async () => {
  const files = Object.fromEntries(Object.entries(editedSite).map(([file, text]) => [`docs/${file}`, text]));
  await using client = await startLanguageClient(files, { args: ["--root", "docs"] });
  await client.open("docs/content/index.md", "[x](/nowhere)\n");
  await client.untilFindings("docs/content/index.md", isAny);
});

test("the server exits when its client closes the input", async () => {
  await using client = await startLanguageClient(editedSite);
  client.child.stdin?.end();
  await client.exited;
});
