import { headersOfPart } from "#shared/contract/notation/form-parts.ts";
import type { FormPart } from "#shared/contract/request.ts";

import { type CallBody, type PlainCall, quoteText, type TextStyle, toExpression } from "./plain-call.ts";

/** A program in Go with its standard library. */
export function toGo({ method, address, headers, body, certificate }: PlainCall): string {
  const statements = [
    ...toBody(body),
    `request, err := http.NewRequest(${quoteText(method)}, ${toExpression(address, style)}, ${body.kind === "none" ? "nil" : "body"})`,
    ...check,
    ...headers.map(({ name, value }) => `request.Header.Set(${quoteText(name)}, ${toExpression(value, style)})`),
    ...(body.kind === "multipart" ? ['request.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    "",
    ...(certificate === null ? [] : toClient(certificate)),
    `response, err := ${certificate === null ? "http.DefaultClient" : "client"}.Do(request)`,
    ...check,
    "defer response.Body.Close()",
    "text, err := io.ReadAll(response.Body)",
    ...check,
    "fmt.Println(response.StatusCode, string(text))",
    "if response.StatusCode >= 400 {",
    "\tos.Exit(1)",
    "}",
  ];
  const code = statements.join("\n");
  const imports = packages.filter((path) => code.includes(`${path.replace(/^.*\//, "")}.`));
  return [
    "package main",
    "",
    "import (",
    ...imports.map((path) => `\t"${path}"`),
    ")",
    "",
    "func main() {",
    // The lines of a raw string can't be indented.
    ...statements.map((line) => (line === "" ? "" : `\t${line}`)),
    "}",
  ].join("\n");
}

const packages = [
  "bytes",
  "crypto/tls",
  "encoding/base64",
  "fmt",
  "io",
  "mime/multipart",
  "net/http",
  "net/textproto",
  "net/url",
  "os",
  "strings",
] as const;

const check = ["if err != nil {", "\tpanic(err)", "}"] as const;

function toClient(certificate: string): readonly string[] {
  const file = style.plain(certificate);
  return [
    `certificate, err := tls.LoadX509KeyPair(${file}, ${file})`,
    ...check,
    "config := &tls.Config{Certificates: []tls.Certificate{certificate}}",
    "client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}",
  ];
}

function toBody(body: CallBody): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [`body := strings.NewReader(${body.text.includes("`") ? quoteText(body.text) : `\`${body.text}\``})`];
    case "text":
      return [`body := strings.NewReader(${quoteText(body.text)})`];
    case "file":
      return [`body, err := os.Open(${quoteText(body.fileName)})`, ...check];
    case "multipart":
      return [
        "body := &bytes.Buffer{}",
        "form := multipart.NewWriter(body)",
        ...body.parts.flatMap(toPart),
        "form.Close()",
        "",
      ];
  }
}

function toPart(part: FormPart, index: number): readonly string[] {
  const isPlain = part.kind === "field" && part.mediaType === undefined && part.headers === undefined;
  if (isPlain) return [`form.WriteField(${quoteText(part.name)}, ${quoteText(part.value)})`];
  const [file, head] = [`file${index + 1}`, `part${index + 1}`];
  const keys = headersOfPart(part).map(({ name, value }) => [`${quoteText(name)}:`, `{${quoteText(value)}},`] as const);
  const width = Math.max(...keys.map(([key]) => key.length));
  return [
    ...(part.kind === "file" ? [`${file}, err := os.ReadFile(${quoteText(part.fileName)})`, ...check] : []),
    `${head}, err := form.CreatePart(textproto.MIMEHeader{`,
    ...keys.map(([key, value]) => `\t${key.padEnd(width)} ${value}`),
    "})",
    ...check,
    `${head}.Write(${part.kind === "file" ? file : `[]byte(${quoteText(part.value)})`})`,
  ];
}

const style: TextStyle = {
  quote: quoteText,
  joint: " + ",
  plain: (variable) => `os.Getenv(${quoteText(variable)})`,
  base64: (value) => `base64.StdEncoding.EncodeToString([]byte(${value}))`,
  query: (value) => `url.QueryEscape(${value})`,
};
