import type { FormPart, NameValue, RequestContent, RequestValue, SampleSettings } from "../contract/request.ts";
import { toHeaders, toPath } from "./address.ts";
import { type LiteralStyle, toLiteral, toObjectLiteral } from "./literal.ts";

/** A request as a Python script: the `requests` library, with address and credentials from the environment. */
export function toPython(request: RequestValue, settings: SampleSettings): string {
  const { method, body } = request;
  const files = openFiles(body);
  const lines = [
    `${toUrl(request, settings)},`,
    ...toQuery(request.query),
    ...toHeaderLines(request, settings),
    ...toBody(body, files),
    "timeout=30,",
  ];
  const call = `response = requests.${method === "trace" ? 'request(\n    "TRACE",' : `${method}(`}\n${indent(lines.join("\n"))}\n)`;
  const opened = files.map(({ fileName, variable }) => `open(${quote(fileName)}, "rb") as ${variable}`);
  return [
    "import os",
    "",
    "import requests",
    "",
    opened.length === 0 ? call : `with ${opened.join(", ")}:\n${indent(call)}`,
    "response.raise_for_status()",
    method === "delete" || method === "head" ? "print(response.status_code)" : "print(response.json())",
  ].join("\n");
}

function toUrl({ path }: RequestValue, { address, baseVariable }: SampleSettings): string {
  if (address !== undefined) return quote(address + toPath(path));
  return `os.environ[${quote(baseVariable)}] + ${quote(toPath(path))}`;
}

function toQuery(query: readonly NameValue[]): readonly string[] {
  return query.length === 0 ? [] : [`params=${toPairs(query)},`];
}

function toPairs(pairs: readonly NameValue[]): string {
  return toDictionary(pairs.map(({ name, value }) => [quote(name), quote(value)] as const));
}

/** A dictionary, or a list of pairs when a key comes more than once. */
function toDictionary(entries: readonly (readonly [key: string, value: string])[]): string {
  const isUnique = new Set(entries.map(([key]) => key)).size === entries.length;
  if (isUnique)
    return toObjectLiteral(
      entries.map((entry) => entry.join(": ")),
      style,
    );
  return `[\n${indent(entries.map((entry) => `(${entry.join(", ")}),`).join("\n"))}\n]`;
}

function toHeaderLines(request: RequestValue, settings: SampleSettings): readonly string[] {
  const { authHeader, authVariable } = settings;
  const authentication = request.authenticated ? [`${quote(authHeader)}: os.environ[${quote(authVariable)}]`] : [];
  const others = toHeaders(request)
    // `json=` sends this type by itself.
    .filter(({ value }) => request.body.kind !== "json" || value !== "application/json")
    .map(({ name, value }) => `${quote(name)}: ${quote(value)}`);
  const entries = [...authentication, ...others];
  return entries.length === 0 ? [] : [`headers=${toObjectLiteral(entries, style)},`];
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

/** Without a file among them, `requests` sends fields as multipart only when they are given like files. */
function toForm(body: RequestContent & { readonly kind: "form" }, files: readonly OpenFile[]): readonly string[] {
  const fields = body.parts.filter((part) => part.kind === "field");
  const isMultipart = body.mediaType.toLowerCase().startsWith("multipart/");
  if (isMultipart && files.length === 0) {
    const lines = fields.map(({ name, value }) => `(${quote(name)}, (None, ${quote(value)})),`);
    return [`files=[\n${indent(lines.join("\n"))}\n],`];
  }
  const opened = files.map(({ part, fileName, variable }) => {
    const mediaType = part?.kind === "file" ? part.mediaType : "";
    return [quote(part?.name ?? ""), `(${quote(fileName)}, ${variable}, ${quote(mediaType)})`] as const;
  });
  return [
    ...(opened.length === 0 ? [] : [`files=${toDictionary(opened)},`]),
    ...(fields.length === 0 ? [] : [`data=${toPairs(fields)},`]),
  ];
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

/** JSON's escapes are Python's, too. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}
