import { headOfPart } from "#shared/contract/notation/form-parts.ts";
import type { FormPart } from "#shared/contract/request.ts";

import { type CallBody, indentLines, type PlainCall, quoteText, type TextStyle, toExpression } from "./plain-call.ts";

/** A program in Java 17 with its standard library. */
export function toJava({ method, address, headers, body, certificate }: PlainCall): string {
  const statements = [
    ...(certificate === null ? [] : toKeyStore(certificate)),
    ...(body.kind === "multipart" ? toMultipart(body.parts) : []),
    `HttpRequest request = HttpRequest.newBuilder(URI.create(${toExpression(address, style)}))`,
    ...headers.map(({ name, value }) => `    .header(${quoteText(name)}, ${toExpression(value, style)})`),
    ...(body.kind === "multipart" ? ['    .header("Content-Type", "multipart/form-data; boundary=" + boundary)'] : []),
    `    .method(${quoteText(method)}, ${toPublisher(body)})`,
    "    .build();",
    "HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
    'System.out.println(response.statusCode() + " " + response.body());',
    "if (response.statusCode() >= 400) System.exit(1);",
  ];
  const code = statements.join("\n");
  const imports = classes.filter((name) => new RegExp(`\\b${name.replace(/^.*\./, "")}\\b`).test(code));
  return [
    ...imports.map((name) => `import ${name};`),
    "",
    "public class Example {",
    "  public static void main(String[] args) throws Exception {",
    `    ${indentLines(code, "    ")}`,
    "  }",
    "}",
  ].join("\n");
}

const classes = [
  "java.net.URI",
  "java.net.URLEncoder",
  "java.net.http.HttpClient",
  "java.net.http.HttpRequest",
  "java.net.http.HttpResponse",
  "java.nio.charset.StandardCharsets",
  "java.nio.file.Path",
  "java.util.Base64",
  "java.util.UUID",
] as const;

function toKeyStore(certificate: string): readonly string[] {
  return [
    "// A PKCS #12 file: openssl pkcs12 -export -in certificate.pem -out certificate.p12",
    `System.setProperty("javax.net.ssl.keyStore", ${style.plain(certificate)});`,
    `System.setProperty("javax.net.ssl.keyStorePassword", ${style.plain(`${certificate}_PASSWORD`)});`,
  ];
}

const publishers = "HttpRequest.BodyPublishers";

function toPublisher(body: CallBody): string {
  switch (body.kind) {
    case "none":
      return `${publishers}.noBody()`;
    case "json":
      return `${publishers}.ofString(${toTextBlock(body.text)})`;
    case "text":
      return `${publishers}.ofString(${quoteText(body.text)})`;
    case "file":
      return `${publishers}.ofFile(Path.of(${quoteText(body.fileName)}))`;
    case "multipart":
      return "body";
  }
}

function toTextBlock(text: string): string {
  const lines = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"""');
  return `"""\n        ${indentLines(lines, "        ")}"""`;
}

function toMultipart(parts: readonly FormPart[]): readonly string[] {
  const pieces = parts.flatMap((part, index) => {
    const start = index === 0 ? "--" : "\r\n--";
    const head = `\r\n${headOfPart(part)}`;
    if (part.kind === "field") return [toPiece(start, head + part.value)];
    return [toPiece(start, head), `    ${publishers}.ofFile(Path.of(${quoteText(part.fileName)}))`];
  });
  return [
    "String boundary = UUID.randomUUID().toString();",
    `HttpRequest.BodyPublisher body = ${publishers}.concat(`,
    [...pieces, toPiece(parts.length === 0 ? "--" : "\r\n--", "--\r\n")].join(",\n"),
    ");",
  ];
}

function toPiece(start: string, end: string): string {
  return `    ${publishers}.ofString(${quoteText(start)} + boundary + ${quoteText(end)})`;
}

const style: TextStyle = {
  quote: quoteText,
  joint: " + ",
  plain: (variable) => `System.getenv(${quoteText(variable)})`,
  base64: (value) => `Base64.getEncoder().encodeToString(${value}.getBytes(StandardCharsets.UTF_8))`,
  query: (value) => `URLEncoder.encode(${value}, StandardCharsets.UTF_8)`,
};
