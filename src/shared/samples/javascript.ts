import type { FormPart, RequestContent, RequestValue, SampleBase } from "../contract/request.ts";
import type { Json } from "../json/json.ts";
import { startPair, toAddress } from "./address.ts";
import { type LiteralStyle, toLiteral, toObjectLiteral } from "./literal.ts";
import {
  certificateVariable,
  indent,
  isMultipart,
  type SampleText,
  toQuerySecrets,
  toSampleHeaders,
} from "./sample-text.ts";

/** A request as an ES module for Node: `fetch`, with address and credentials from the environment. */
export function toJavaScript(request: RequestValue, base: SampleBase): string {
  const usesFile = request.body.kind === "file" || formParts(request.body).some(({ kind }) => kind === "file");
  const options = toOptions(request);
  const address = toUrl(request, base);
  const call =
    options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${indent(options.join("\n"), style.indent)}\n})`;
  return [
    ...(usesFile ? ['import { openAsBlob } from "node:fs";', ""] : []),
    ...toForm(request.body),
    ...(certificateVariable(request) === null ? [] : [certificateRemark]),
    `const response = await ${call};`,
    "console.log(response.status, await response.text());",
    "if (!response.ok) process.exitCode = 1;",
  ].join("\n");
}

const certificateRemark =
  "// The API asks for a client certificate: fetch takes it as `dispatcher`, an Agent of undici.";

function toUrl(request: RequestValue, { variable: base, address }: SampleBase): string {
  const own = toAddress(request);
  const secrets = toQuerySecrets(request).map(({ name, variable }, index) => {
    const start = escapeTemplate(startPair(index === 0 ? own : "?", name));
    return `${start}\${encodeURIComponent(process.env.${variable})}`;
  });
  if (base === null && secrets.length === 0) return quote(address + own);
  const start = base === null ? "" : `\${process.env.${base}}`;
  return `\`${start}${escapeTemplate(address + own)}${secrets.join("")}\``;
}

function toOptions(request: RequestValue): readonly string[] {
  const headers = toSampleHeaders(request).map(({ name, value }) => `${toKey(name)}: ${toExpression(value)}`);
  return [
    ...(request.method === "get" ? [] : [`method: ${quote(request.method.toUpperCase())},`]),
    ...(headers.length === 0 ? [] : [`headers: ${toObjectLiteral(headers, style)},`]),
    ...toBody(request.body),
  ];
}

/** A string literal, a variable, or a template of both. */
function toExpression(text: SampleText): string {
  const [first = "", ...others] = text;
  if (others.length === 0) return typeof first === "string" ? quote(first) : `process.env.${first.variable}`;
  const parts = text.map((part) => {
    if (typeof part === "string") return escapeTemplate(part);
    const value = `process.env.${part.variable}`;
    return part.isBase64 ? `\${Buffer.from(${value}).toString("base64")}` : `\${${value}}`;
  });
  return `\`${parts.join("")}\``;
}

/** Text between the backticks of a template (ECMA-262, 12.9.6). */
function escapeTemplate(text: string): string {
  return quote(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$\{/g, "\\$&");
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
  return [
    `const form = new ${isMultipart(body.mediaType) ? "FormData" : "URLSearchParams"}();`,
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
