import { type FormPart, isForbiddenMethod, type RequestContent } from "../contract/request.ts";
import type { Json } from "../json/json.ts";
import { isMultipart } from "../media-type.ts";
import {
  indent,
  type LiteralStyle,
  type SampleCall,
  type SampleText,
  toLiteral,
  toObjectLiteral,
} from "./sample-call.ts";

/** Writes a request as an ES module for Node: `fetch`, with address and credentials from the environment. */
export function toJavaScript(call: SampleCall): string {
  const { method, body } = call;
  const parts = body.kind === "form" ? body.parts : [];
  if (isForbiddenMethod(method)) return `// fetch doesn't send ${method}. See the sample for curl.`;
  if (parts.some(({ headers }) => headers !== undefined))
    return "// fetch doesn't send headers of a form's parts. See the sample for curl.";
  const usesFile = body.kind === "file" || parts.some(({ kind }) => kind === "file");
  const address = toExpression(call.address);
  const headers = call.headers.map(({ name, value }) => `${toKey(name)}: ${toExpression(value)}`);
  const options = [
    ...(method === "GET" ? [] : [`method: ${quote(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: ${toObjectLiteral(headers, style)},`]),
    ...toBody(body),
  ];
  const fetching =
    options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${indent(options.join("\n"), style.indent)}\n})`;
  return [
    ...(usesFile ? ['import { openAsBlob } from "node:fs";', ""] : []),
    ...toForm(body),
    ...(call.certificate === null ? [] : [certificateRemark]),
    `const response = await ${fetching};`,
    "console.log(response.status, await response.text());",
    "if (!response.ok) process.exitCode = 1;",
  ].join("\n");
}

const certificateRemark =
  "// The API asks for a client certificate: fetch takes it as `dispatcher`, an Agent of undici.";

function toExpression(text: SampleText): string {
  const [first = "", ...laterParts] = text;
  if (laterParts.length === 0) return typeof first === "string" ? quote(first) : `process.env.${first.variable}`;
  const parts = text.map((part) => {
    if (typeof part === "string") return escapeTemplate(part);
    const value = `process.env.${part.variable}`;
    if (part.as === "base64") return `\${Buffer.from(${value}).toString("base64")}`;
    return part.as === "query" ? `\${encodeURIComponent(${value})}` : `\${${value}}`;
  });
  return `\`${parts.join("")}\``;
}

/** ECMA-262, 12.9.6. */
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

function toForm(body: RequestContent): readonly string[] {
  if (body.kind !== "form") return [];
  return [
    `const form = new ${isMultipart(body.mediaType) ? "FormData" : "URLSearchParams"}();`,
    ...body.parts.map((part) => `form.append(${toArguments(part)});`),
    "",
  ];
}

function toArguments(part: FormPart): string {
  if (part.kind === "field") {
    if (part.mediaType === undefined) return `${quote(part.name)}, ${quote(part.value)}`;
    return `${quote(part.name)}, new Blob([${quote(part.value)}], { type: ${quote(part.mediaType)} })`;
  }
  const blob = `await openAsBlob(${quote(part.fileName)}, { type: ${quote(part.mediaType)} })`;
  return `${quote(part.name)}, ${blob}, ${quote(part.fileName)}`;
}

const style: LiteralStyle = {
  indent: "  ",
  padding: " ",
  toKey,
  toScalar: (value) => (typeof value === "string" ? quote(value) : String(value)),
};

/** In an object literal, `__proto__` sets the prototype unless it's computed (ECMA-262, B.3.1). */
function toKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: Json): string {
  return JSON.stringify(text);
}
