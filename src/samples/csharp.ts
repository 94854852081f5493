import type { FormPart } from "#shared/contract/request.ts";
import type { SamplePair } from "#shared/samples/sample-call.ts";

import { type CallBody, quoteText, type PlainCall, type TextStyle, toExpression } from "./plain-call.ts";

/** A program in C# 11 with .NET. */
export function toCSharp({ method, address, headers, body, certificate }: PlainCall): string {
  return [
    "using System.Net.Http.Headers;",
    ...(certificate === null ? [] : ["using System.Security.Cryptography.X509Certificates;"]),
    "using System.Text;",
    "",
    ...(certificate === null ? [] : toHandler(certificate)),
    `using var client = new HttpClient(${certificate === null ? "" : "handler"});`,
    `using var request = new HttpRequestMessage(new HttpMethod(${quoteText(method)}), ${toExpression(address, style)});`,
    ...toContent(body),
    ...headers.map((header) => toHeader(header, body)),
    "",
    "using var response = await client.SendAsync(request);",
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
    "return response.IsSuccessStatusCode ? 0 : 1;",
  ].join("\n");
}

function toHandler(certificate: string): readonly string[] {
  return [
    "var handler = new HttpClientHandler();",
    `handler.ClientCertificates.Add(X509Certificate2.CreateFromPemFile(${style.plain(certificate)}!));`,
  ];
}

/** The media type is a header of the content. The content of a string has it already. */
function toHeader({ name, value }: SamplePair, { kind }: CallBody): string {
  const isContent = name.toLowerCase() === "content-type" && kind !== "none";
  if (isContent)
    return `request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${toExpression(value, style)});`;
  return `request.Headers.TryAddWithoutValidation(${quoteText(name)}, ${toExpression(value, style)});`;
}

function toContent(body: CallBody): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [
        'request.Content = new StringContent("""',
        ...body.text.split("\n").map((line) => `    ${line}`),
        '    """, Encoding.UTF8);',
      ];
    case "text":
      return [`request.Content = new StringContent(${quoteText(body.text)}, Encoding.UTF8);`];
    case "file":
      return [`request.Content = new StreamContent(File.OpenRead(${quoteText(body.fileName)}));`];
    case "multipart":
      return ["var form = new MultipartFormDataContent();", ...body.parts.flatMap(toPart), "request.Content = form;"];
  }
}

function toPart(part: FormPart, index: number): readonly string[] {
  const { name, mediaType, headers = [] } = part;
  const isPlain = part.kind === "field" && mediaType === undefined && headers.length === 0;
  if (isPlain) return [`form.Add(new StringContent(${quoteText(part.value)}), ${quoteText(name)});`];
  const variable = `${part.kind === "file" ? "file" : "part"}${index + 1}`;
  const content =
    part.kind === "file"
      ? `new StreamContent(File.OpenRead(${quoteText(part.fileName)}))`
      : `new StringContent(${quoteText(part.value)})`;
  const type = mediaType === undefined ? [] : [`.ContentType = MediaTypeHeaderValue.Parse(${quoteText(mediaType)});`];
  const own = headers.map(
    (header) => `.TryAddWithoutValidation(${quoteText(header.name)}, ${quoteText(header.value)});`,
  );
  const names = [name, ...(part.kind === "file" ? [part.fileName] : [])].map(quoteText);
  return [
    `var ${variable} = ${content};`,
    ...[...type, ...own].map((line) => `${variable}.Headers${line}`),
    `form.Add(${[variable, ...names].join(", ")});`,
  ];
}

const style: TextStyle = {
  quote: quoteText,
  joint: " + ",
  plain: (variable) => `Environment.GetEnvironmentVariable(${quoteText(variable)})`,
  base64: (value) => `Convert.ToBase64String(Encoding.UTF8.GetBytes(${value} ?? ""))`,
  query: (value) => `Uri.EscapeDataString(${value} ?? "")`,
};
