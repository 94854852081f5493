import type { FormPart, RequestContent, RequestValue, SampleBase } from "../contract/request.ts";
import { toJsonText } from "../json/json.ts";
import { startPair, toAddress } from "./address.ts";
import {
  basicVariable,
  certificateVariable,
  isMultipart,
  type SampleHeader,
  type SampleText,
  toQuerySecrets,
  toSampleHeaders,
} from "./sample-text.ts";

/**
 * A request as a command for POSIX shells. Every literal is single-quoted, so nothing in it can run; only what holds a
 * variable, the server's address or a secret, is double-quoted. It shows the status and what came, and
 * fails when the API refused.
 */
export function toCurl(request: RequestValue, base: SampleBase): string {
  const certificate = certificateVariable(request);
  const lines = [
    ["curl --fail-with-body", ...toMethod(request), quote(toUrl(request, base))].join(" "),
    ...(certificate === null ? [] : [`--cert "$${certificate}"`]),
    ...toSampleHeaders(request).map(toHeaderOption),
    ...toBody(request.body),
  ];
  return lines.join(" \\\n  ");
}

function toUrl(request: RequestValue, { variable: base, address }: SampleBase): SampleText {
  const own = toAddress(request);
  const secrets = toQuerySecrets(request).flatMap(({ name, variable }, index) => [
    startPair(index === 0 ? own : "?", name),
    { variable, isBase64: false },
  ]);
  return [...(base === null ? [] : [{ variable: base, isBase64: false }]), address + own, ...secrets];
}

/** curl itself makes base64 of user and password. */
function toHeaderOption(header: SampleHeader): string {
  const basic = basicVariable(header);
  return basic === null ? `-H ${quote([`${header.name}: `, ...header.value])}` : `-u "$${basic}"`;
}

function toMethod({ method, body }: RequestValue): readonly string[] {
  if (method === "head") return ["--head"];
  return method === "get" && body.kind === "none" ? ["-i"] : ["-i", "-X", method.toUpperCase()];
}

function toBody(body: RequestContent): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "json":
      return [`--data ${singleQuote(toJsonText(body.value, 2).replaceAll("\n", "\n  "))}`];
    case "text":
      return [`--data-raw ${singleQuote(body.text)}`];
    case "file":
      return [`--data-binary ${singleQuote(`@${body.fileName}`)}`];
    case "form":
      return body.parts.map(isMultipart(body.mediaType) ? toPart : toField);
  }
}

/** `-F` gives `@`, `<` and `;` in a value a meaning of their own; `--form-string` does not. */
function toPart(part: FormPart): string {
  if (part.kind === "field") {
    const option = /^[@<]|;/.test(part.value) ? "--form-string" : "-F";
    return `${option} ${singleQuote(`${part.name}=${part.value}`)}`;
  }
  const isPlain = /^[^;,"\\]+$/.test(part.fileName);
  const fileName = isPlain ? part.fileName : `"${part.fileName.replace(/["\\]/g, "\\$&")}"`;
  return `-F ${singleQuote(`${part.name}=@${fileName};type=${part.mediaType}`)}`;
}

function toField(part: FormPart): string {
  const value = part.kind === "field" ? part.value : part.fileName;
  return `--data-urlencode ${singleQuote(`${encodeURIComponent(part.name)}=${value}`)}`;
}

/** A word of the shell, with the variables in it. */
function quote(text: SampleText): string {
  if (text.every((part) => typeof part === "string")) return singleQuote(text.join(""));
  const parts = text.map((part) => (typeof part === "string" ? escapeDoubleQuoted(part) : `$${part.variable}`));
  return `"${parts.join("")}"`;
}

/** A word that the shell takes as it is (POSIX.1-2024, Shell Command Language, 2.2.2). */
function singleQuote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", "'\\''")}'`;
}

/** POSIX.1-2024, Shell Command Language, 2.2.3. */
function escapeDoubleQuoted(text: string): string {
  return text.replace(/["$\\`]/g, "\\$&");
}
