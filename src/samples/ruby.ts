import type { FormPart } from "#shared/contract/request.ts";

import { type CallBody, indentLines, quoteText, type PlainCall, type TextStyle, toExpression } from "./plain-call.ts";

/** A script in Ruby 3 with its standard library. */
export function toRuby({ method, address, headers, body, certificate }: PlainCall): string {
  if (body.kind === "multipart" && body.parts.some((part) => part.headers !== undefined))
    return "# Net::HTTP doesn't send headers of a part. See the sample for curl.";
  const options = ['use_ssl: uri.scheme == "https"', ...(certificate === null ? [] : ["**identity"])].join(", ");
  return [
    'require "net/http"',
    "",
    `uri = URI(${toExpression(address, style)})`,
    `request = ${toRequest(method, body)}`,
    ...headers.map(({ name, value }) => `request[${quote(name)}] = ${toExpression(value, style)}`),
    ...toBody(body),
    "",
    ...(certificate === null ? [] : toIdentity(certificate)),
    `response = Net::HTTP.start(uri.host, uri.port, ${options}) { |http| http.request(request) }`,
    'puts "#{response.code} #{response.body}"',
    "exit 1 unless response.is_a?(Net::HTTPSuccess)",
  ].join("\n");
}

function toRequest(method: string, { kind }: CallBody): string {
  return classes.has(method)
    ? `Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`
    : `Net::HTTPGenericRequest.new(${quote(method)}, ${String(kind !== "none")}, true, uri)`;
}

const classes = new Set(["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]);

function toIdentity(certificate: string): readonly string[] {
  return [
    `pem = File.read(${style.plain(certificate)})`,
    "identity = { cert: OpenSSL::X509::Certificate.new(pem), key: OpenSSL::PKey.read(pem) }",
  ];
}

function toBody(body: CallBody): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return ["request.body = <<~'JSON'", `  ${indentLines(body.text, "  ")}`, "JSON"];
    case "text":
      return [`request.body = ${quote(body.text)}`];
    case "file":
      return [`request.body = File.binread(${quote(body.fileName)})`];
    case "multipart":
      return ["request.set_form([", ...body.parts.map(toPart), '], "multipart/form-data")'];
  }
}

function toPart(part: FormPart): string {
  if (part.kind === "field") {
    if (part.mediaType === undefined) return `  [${quote(part.name)}, ${quote(part.value)}],`;
    // Net::HTTP gives a part with a type a file name, too.
    const type = `{ filename: ${quote(part.name)}, content_type: ${quote(part.mediaType)} }`;
    return `  [${quote(part.name)}, ${quote(part.value)}, ${type}],`;
  }
  const options = `{ filename: ${quote(part.fileName)}, content_type: ${quote(part.mediaType)} }`;
  return `  [${quote(part.name)}, File.open(${quote(part.fileName)}, "rb"), ${options}],`;
}

/** Ruby runs `#{…}` in a string. */
function quote(text: string): string {
  return quoteText(text).replace(/#(?=[{$@])/g, "\\#");
}

const style: TextStyle = {
  quote,
  joint: " + ",
  plain: (variable) => `ENV.fetch(${quote(variable)})`,
  base64: (value) => `[${value}].pack("m0")`,
  query: (value) => `URI.encode_www_form_component(${value})`,
};
