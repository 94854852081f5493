import { beforeEach, expect, test } from "vitest";

import { call, contractOf, takes } from "../support/contract-paths.ts";
import { readContractText } from "../support/read-contract-text.ts";
import {
  type Answer,
  type Caller,
  callSandbox,
  joinBytes,
  shippedContract,
  tinyFiles,
  toMultipart,
} from "../support/sandbox.ts";

const contract = await shippedContract();
let api: Caller;
beforeEach(() => {
  api = callSandbox(contract);
});

const path = "/broker_invoices/BI-100490/attachments";
const category = "Freight Bill";
const pdf = { name: "bill.pdf", type: "application/pdf", content: tinyFiles.pdf };

function faultsOf({ body }: Answer): readonly string[] {
  const faults: readonly { pointer?: string; message: string }[] = Object(body).faults ?? [];
  return faults.map(({ pointer, message }) => `${pointer ?? ""} ${message}`);
}

function sendForm(headers: Record<string, string>, body: Uint8Array): Answer {
  return api.send({ method: "POST", path, headers, body });
}

test.each([
  ["scan.tiff", "image/tiff", tinyFiles.tiff],
  ["scan.TIF", "image/tiff", tinyFiles.tiff],
  ["photo.jpg", "image/jpeg", tinyFiles.jpeg],
  ["bill.pdf", "application/pdf", tinyFiles.pdf],
  ["photo.heic", "image/heic", tinyFiles.heic],
  ["screen.png", "image/png", tinyFiles.png],
])("%s is accepted as %s", (name, type, content) => {
  const response = api.upload(`${path}?visible_to=carrier`, { attachment: { name, type, content }, category });
  expect([response.status, response.body]).toEqual([
    201,
    { id: expect.any(String), filename: name, created_at: "2025-03-17T15:26:18Z", category, visible_to: ["carrier"] },
  ]);
  expect(api.get("/broker_invoices/BI-100490/").body).toMatchObject({ attachments: [response.body] });
});

test.each(
  // prettier-ignore
  [
    ["another type", { ...pdf, content: "GIF89a" }, "/attachment the content of the file is of another type"],
    ["the name of another type", { ...pdf, name: "bill.png" }, "/attachment the name of the file doesn't say what it holds: application/pdf"],
    ["a name without a type", { ...pdf, name: "bill" }, "/attachment the name of the file doesn't say what it holds: application/pdf"],
    ["a media type that isn't accepted", { ...pdf, type: "text/html" }, "/attachment `attachment` can't be text/html"],
    ["no content", { ...pdf, content: "" }, "/attachment the file is empty"],
  ],
)("a file with %s is refused", (_, attachment, fault) => {
  const response = api.upload(path, { attachment, category });
  expect([response.status, faultsOf(response)]).toEqual([400, [fault]]);
  expect(api.get("/broker_invoices/BI-100490/").body).toMatchObject({ attachments: [] });
});

test("an upload needs both parts, an exact category, and visibility in the query", () => {
  expect(faultsOf(api.upload(path, { category }))).toEqual([" `attachment` is missing"]);
  expect(faultsOf(api.upload(path, { attachment: pdf }))).toEqual([" `category` is missing"]);
  expect(faultsOf(api.upload(path, { attachment: pdf, category: "freight bill" }))[0]).toContain("/category");
  expect(api.upload(path, { attachment: pdf, category, visible_to: "carrier" }).body).toMatchObject({
    faults: [{ pointer: "/visible_to", hint: "it is a query parameter" }],
  });
  expect(api.upload(`${path}?visible_to=carrier,broker`, { attachment: pdf, category }).status).toBe(400);
});

test("text instead of a file, and two files in one part, are refused", () => {
  expect(api.upload(path, { attachment: "bill.pdf", category }).body).toMatchObject({
    message: "`attachment` must be a file. With curl, write -F 'attachment=@file'.",
    faults: [{ pointer: "/attachment" }],
  });
  const form = toMultipart({ attachment: pdf, category });
  const twice = toMultipart({ attachment: pdf });
  const body = joinBytes(twice.body.subarray(0, -"--boundary--\r\n".length), form.body);
  expect(faultsOf(api.send({ method: "POST", path, ...form, body }))).toEqual([
    "/attachment `attachment` takes one file, not 2",
  ]);
});

test("a media type in another letter case still requires a file", async () => {
  const scan = "{ type: object, properties: { scan: { type: string, format: binary } } }";
  const scans = await contractOf({
    "/scans": [call("post", takes(scan, "Multipart/Form-Data"), 'responses: { "204": { description: Done. } }')],
  });
  expect(faultsOf(callSandbox(scans).upload("/scans", { scan: "bill.pdf" }))).toEqual(["/scan `scan` must be a file"]);
});

test("a file may be text in JSON and URL-encoded bodies, if the call accepts these", async () => {
  const schema =
    "{ schema: { type: object, required: [scan], properties: { scan: { type: string, format: binary } } } }";
  const types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  const content = types.map((type) => `${type}: ${schema}`).join(", ");
  const document = `openapi: 3.1.0
info: { title: Scans, version: "1" }
paths: { /scans: { post: { requestBody: { content: { ${content} } }, responses: { "204": { description: Done. } } } } }
`;
  const scans = callSandbox(await readContractText(document));
  const send = (type: string, body: string): number =>
    scans.send({ method: "POST", path: "/scans", headers: { "content-type": type }, body: joinBytes(body) }).status;
  expect(send("application/json", '{"scan":"JVBERi0="}')).toBe(204);
  expect(send("application/x-www-form-urlencoded", "scan=JVBERi0=")).toBe(204);
  expect(scans.upload("/scans", { scan: "JVBERi0=" }).status).toBe(400);
});

test("an attachment without visibility has none, as the contract leaves it open", () => {
  expect(api.upload(path, { attachment: pdf, category }).body).not.toHaveProperty("visible_to");
});

test("an unknown invoice is a 404", () => {
  expect(api.upload("/broker_invoices/BI-1/attachments", { attachment: pdf, category }).status).toBe(404);
});

test.each([
  ["path/../../etc/bill.pdf", "bill.pdf"],
  ["C:\\fakepath\\bill.pdf", "bill.pdf"],
  ["Fracht brief ä 😀.pdf", "Fracht brief ä 😀.pdf"],
  ["quote%22.pdf", 'quote".pdf'],
])("the name %s is stored as %s", (name, stored) => {
  expect(api.upload(path, { attachment: { ...pdf, name }, category }).body).toMatchObject({ filename: stored });
});

test("a file name in RFC 8187 notation is read", () => {
  const form = toMultipart({ attachment: pdf, category });
  const text = String.fromCharCode(...form.body).replace('filename="bill.pdf"', "filename*=utf-8''%C3%A4.pdf");
  const body = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const response = api.send({ method: "POST", path, ...form, body });
  expect(response.body).toMatchObject({ filename: "ä.pdf" });
});

test("a broken form is a 400 that says what is wrong", () => {
  const { body: whole } = toMultipart({ attachment: pdf, category });
  const type = { "content-type": "multipart/form-data; boundary=boundary" };
  expect(sendForm({ "content-type": "multipart/form-data" }, whole).body).toMatchObject({
    message: "The Content-Type header has no boundary.",
  });
  expect(faultsOf(sendForm({ "content-type": "multipart/form-data; boundary=other" }, whole))[0]).toContain(
    "isn't in the body",
  );
  for (let length = 0; length < whole.length - 4; length += 7) {
    expect(sendForm(type, whole.subarray(0, length)).status).toBe(400);
  }
  expect(
    faultsOf(sendForm(type, joinBytes("--boundary\r\nContent-Disposition: form-data\r\n\r\nx\r\n--boundary--")))[0],
  ).toContain("a part has no name");
  const many = Array.from(
    { length: 200 },
    (_, index) => `--boundary\r\nContent-Disposition: form-data; name="p${index}"\r\n\r\nx\r\n`,
  ).join("");
  expect(faultsOf(sendForm(type, joinBytes(many, "--boundary--")))).toEqual([" the form has more than 100 parts"]);
});

test("a quoted boundary, a preamble and an epilogue are accepted, as in the standard", () => {
  const { body } = toMultipart({ attachment: pdf, category });
  const framed = joinBytes("preamble\r\n", body, "epilogue");
  const headers = { "content-type": 'Multipart/Form-Data; charset=utf-8; boundary="boundary"' };
  expect(api.send({ method: "POST", path, headers, body: framed }).status).toBe(201);
});
