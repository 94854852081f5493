import type { FormPart, RequestContent, RequestValue, SampleSettings } from "../contract/request.ts";
import type { Json } from "../json/json.ts";
import { toAddress, toHeaders } from "./address.ts";
import { type LiteralStyle, toLiteral, toObjectLiteral } from "./literal.ts";

/** A request as an ES module for Node: `fetch`, with address and credentials from the environment. */
export function toJavaScript(request: RequestValue, settings: SampleSettings): string {
  const usesFile = request.body.kind === "file" || formParts(request.body).some(({ kind }) => kind === "file");
  const options = toOptions(request, settings);
  const path = toAddress(request);
  const address =
    settings.address === undefined
      ? `\`\${process.env.${settings.baseVariable}}${path}\``
      : quote(settings.address + path);
  const call = options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${indent(options.join("\n"))}\n})`;
  return [
    ...(usesFile ? ['import { openAsBlob } from "node:fs";', ""] : []),
    ...toForm(request.body),
    `const response = await ${call};`,
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    request.method === "delete" || request.method === "head"
      ? "console.log(response.status);"
      : "console.log(await response.json());",
  ].join("\n");
}

function toOptions(request: RequestValue, settings: SampleSettings): readonly string[] {
  const headers = toHeaderLines(request, settings);
  return [
    ...(request.method === "get" ? [] : [`method: ${quote(request.method.toUpperCase())},`]),
    ...(headers.length === 0 ? [] : [`headers: ${toObjectLiteral(headers, style)},`]),
    ...toBody(request.body),
  ];
}

function toHeaderLines(request: RequestValue, { authHeader, authVariable }: SampleSettings): readonly string[] {
  const authentication = request.authenticated ? [`${toKey(authHeader)}: process.env.${authVariable}`] : [];
  const others = toHeaders(request).map(({ name, value }) => `${toKey(name)}: ${quote(value)}`);
  return [...authentication, ...others];
}

function toBody(body: RequestContent): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [`body: JSON.stringify(${toLiteral(body.value, style)}),`];
    case "text":
      return [`body: ${quote(body.text)},`];
    case "file":
      return [`body: await openAsBlob(${quote(body.fileName)}),`];
    case "form":
      return ["body: form,"];
  }
}

function formParts(body: RequestContent): readonly FormPart[] {
  return body.kind === "form" ? body.parts : [];
}

/** The statements before the call that fill in a form. */
function toForm(body: RequestContent): readonly string[] {
  if (body.kind !== "form") return [];
  const isMultipart = body.mediaType.toLowerCase().startsWith("multipart/");
  return [
    `const form = new ${isMultipart ? "FormData" : "URLSearchParams"}();`,
    ...body.parts.map((part) => `form.append(${toArguments(part)});`),
    "",
  ];
}

function toArguments(part: FormPart): string {
  if (part.kind === "field") return `${quote(part.name)}, ${quote(part.value)}`;
  const blob = `await openAsBlob(${quote(part.fileName)}, { type: ${quote(part.mediaType)} })`;
  return `${quote(part.name)}, ${blob}, ${quote(part.fileName)}`;
}

const style: LiteralStyle = {
  indent: "  ",
  padding: " ",
  toKey,
  toScalar: (value) => (typeof value === "string" ? quote(value) : String(value)),
};

/** In an object literal `__proto__` sets the prototype unless it is computed (ECMA-262, B.3.1). */
function toKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: Json): string {
  return JSON.stringify(text);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
