import type { FormPart, RequestContent } from "../contract/request.ts";
import { isMultipart } from "../media-type.ts";
import {
  basicVariable,
  indent,
  type LiteralStyle,
  type SampleCall,
  type SampleText,
  toLiteral,
  toObjectLiteral,
} from "./sample-call.ts";

/** Writes a request as a Python script: the `requests` library, with address and credentials from the environment. */
export function toPython(call: SampleCall): string {
  const { body, certificate } = call;
  const method = call.method.toLowerCase();
  const files = openFiles(body);
  const query = call.query.map(({ name, value }) => [quote(name), toExpression(value)] as const);
  const lines = [
    `${toExpression(call.path)},`,
    ...toArgument("params", query),
    ...toHeaderLines(call),
    ...toBody(body, files),
    ...(certificate === null ? [] : [`cert=${fromEnvironment(certificate)},`]),
    "timeout=30,",
  ];
  const calling = shorthands.has(method) ? `${method}(` : `request(\n${style.indent}${quote(call.method)},`;
  const request = `response = requests.${calling}\n${indent(lines.join("\n"), style.indent)}\n)`;
  const opened = files.map(({ fileName, variable }) => `open(${quote(fileName)}, "rb") as ${variable}`);
  return [
    "import os",
    "",
    "import requests",
    "",
    opened.length === 0 ? request : `with ${opened.join(", ")}:\n${indent(request, style.indent)}`,
    "print(response.status_code, response.text)",
    "response.raise_for_status()",
  ].join("\n");
}

/** Methods with a function of their own in `requests`. */
const shorthands = new Set(["get", "options", "head", "post", "put", "patch", "delete"]);

function fromEnvironment(variable: string): string {
  return `os.environ[${quote(variable)}]`;
}

/** A dictionary, or pairs if a key repeats; none without entries. */
function toArgument(name: string, entries: readonly (readonly [key: string, value: string])[]): readonly string[] {
  if (entries.length === 0) return [];
  const isUnique = new Set(entries.map(([key]) => key)).size === entries.length;
  const lines = entries.map((entry) => (isUnique ? entry.join(": ") : `(${entry.join(", ")}),`));
  const value = isUnique ? toObjectLiteral(lines, style) : `[\n${indent(lines.join("\n"), style.indent)}\n]`;
  return [`${name}=${value},`];
}

/** `json=` sets the media type itself, and `auth=` encodes user and password as base64. */
function toHeaderLines({ headers, body }: SampleCall): readonly string[] {
  const basic = headers.flatMap((header) => basicVariable(header) ?? []);
  const entries = headers
    .filter((header) => basicVariable(header) === null)
    .filter(({ value }) => body.kind !== "json" || value[0] !== "application/json")
    .map(({ name, value }) => `${quote(name)}: ${toExpression(value)}`);
  return [
    ...basic.map((variable) => `auth=tuple(${fromEnvironment(variable)}.encode().split(b":", 1)),`),
    ...(entries.length === 0 ? [] : [`headers=${toObjectLiteral(entries, style)},`]),
  ];
}

function toExpression(text: SampleText): string {
  return text.map((part) => (typeof part === "string" ? quote(part) : fromEnvironment(part.variable))).join(" + ");
}

interface OpenFile {
  readonly fileName: string;
  readonly variable: string;
  readonly part: FormPart | null;
}

function openFiles(body: RequestContent): readonly OpenFile[] {
  if (body.kind === "file") return [{ fileName: body.fileName, variable: "file", part: null }];
  const parts = body.kind === "form" ? body.parts.filter((part) => part.kind === "file") : [];
  return parts.map((part, index) => {
    const variable = index === 0 ? "file" : `file_${index + 1}`;
    return { fileName: part.fileName, variable, part };
  });
}

function toBody(body: RequestContent, files: readonly OpenFile[]): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [`json=${toLiteral(body.value, style)},`];
    case "text":
      return [`data=${quote(body.text)}.encode(),`];
    case "file":
      return ["data=file,"];
    case "form":
      return toForm(body, files);
  }
}

/** Without a file, `requests` sends fields as multipart only if they look like files. So do fields with a type. */
function toForm(body: RequestContent & { readonly kind: "form" }, files: readonly OpenFile[]): readonly string[] {
  const fields = body.parts.filter((part) => part.kind === "field");
  const isTyped = body.parts.some((part) => part.headers !== undefined || (part.kind === "field" && part.mediaType));
  if (isMultipart(body.mediaType) && (files.length === 0 || isTyped)) {
    const lines = body.parts.map((part) => `(${quote(part.name)}, ${toTuple(part, files)}),`);
    return [`files=[\n${indent(lines.join("\n"), style.indent)}\n],`];
  }
  const opened = files.flatMap(({ part }) =>
    part === null ? [] : [[quote(part.name), toTuple(part, files)] as const],
  );
  const data = fields.map(({ name, value }) => [quote(name), quote(value)] as const);
  return [...toArgument("files", opened), ...toArgument("data", data)];
}

function toTuple(part: FormPart, files: readonly OpenFile[]): string {
  const { mediaType, headers } = part;
  const opened = files.find((file) => file.part === part)?.variable ?? "";
  const content = part.kind === "file" ? [quote(part.fileName), opened] : ["None", quote(part.value)];
  const type =
    mediaType === undefined && headers === undefined ? [] : [mediaType === undefined ? "None" : quote(mediaType)];
  const own = (headers ?? []).map(({ name, value }) => `${quote(name)}: ${quote(value)}`);
  return `(${[...content, ...type, ...(own.length === 0 ? [] : [`{${own.join(", ")}}`])].join(", ")})`;
}

const style: LiteralStyle = {
  indent: "    ",
  padding: "",
  toKey: quote,
  toScalar: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    return typeof value === "string" ? quote(value) : String(value);
  },
};

/** JSON's escapes are valid in Python, too. */
function quote(text: string): string {
  return JSON.stringify(text);
}
