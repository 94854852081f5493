import type { FormPart } from "#shared/contract/request.ts";
import { controls, unprintable } from "#shared/samples/sample-call.ts";

import { type CallBody, indentLines, type PlainCall, type TextStyle, toExpression } from "./plain-call.ts";

/** A script in PHP 8.1 with its extension for curl, which can't send two parts of the same name. */
export function toPhp({ method, address, headers, body, certificate }: PlainCall): string {
  const repeatsName = body.kind === "multipart" && new Set(body.parts.map(({ name }) => name)).size < body.parts.length;
  if (repeatsName) return "<?php\n// PHP's curl can't send two parts of one name. See the sample for curl itself.";
  if (body.kind === "multipart" && body.parts.some((part) => part.headers !== undefined))
    return "<?php\n// PHP's curl can't send headers of a part. See the sample for curl itself.";
  const lines = headers.map(({ name, value }) => `${toExpression([`${name}: `, ...value], style)},`);
  return [
    "<?php",
    `$request = curl_init(${toExpression(address, style)});`,
    "curl_setopt_array($request, [",
    method === "HEAD" ? "    CURLOPT_NOBODY => true," : `    CURLOPT_CUSTOMREQUEST => ${quote(method)},`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(lines.length === 0 ? [] : ["    CURLOPT_HTTPHEADER => [", ...lines.map((line) => `        ${line}`), "    ],"]),
    ...toBody(body),
    ...(certificate === null ? [] : [`    CURLOPT_SSLCERT => ${style.plain(certificate)},`]),
    "]);",
    "$text = curl_exec($request);",
    "$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);",
    "echo $status, ' ', $text, PHP_EOL;",
    "exit($text === false || $status >= 400 ? 1 : 0);",
  ].join("\n");
}

function toBody(body: CallBody): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return ["    CURLOPT_POSTFIELDS => <<<'JSON'", `        ${indentLines(body.text, "        ")}`, "        JSON,"];
    case "text":
      return [`    CURLOPT_POSTFIELDS => ${quote(body.text)},`];
    case "file":
      return [`    CURLOPT_POSTFIELDS => file_get_contents(${quote(body.fileName)}),`];
    case "multipart":
      return ["    CURLOPT_POSTFIELDS => [", ...body.parts.map(toPart), "    ],"];
  }
}

function toPart(part: FormPart): string {
  if (part.kind === "field") {
    if (part.mediaType === undefined) return `        ${quote(part.name)} => ${quote(part.value)},`;
    // PHP gives a part with a type a file name, too.
    const text = [part.value, part.name, part.mediaType].map(quote).join(", ");
    return `        ${quote(part.name)} => new CURLStringFile(${text}),`;
  }
  const file = [part.fileName, part.mediaType, part.fileName].map(quote).join(", ");
  return `        ${quote(part.name)} => new CURLFile(${file}),`;
}

function quote(text: string): string {
  if (!unprintable.test(text)) return `'${text.replace(/['\\]/g, "\\$&")}'`;
  return `"${text.replace(/["\\$]/g, "\\$&").replace(controls, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`;
}

const style: TextStyle = {
  quote,
  joint: " . ",
  plain: (variable) => `getenv(${quote(variable)})`,
  base64: (value) => `base64_encode(${value})`,
  query: (value) => `rawurlencode(${value})`,
};
