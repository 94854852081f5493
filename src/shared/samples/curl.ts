import type { FormPart, RequestContent, RequestValue, SampleSettings } from "../contract/request.ts";
import { toJsonText } from "../json/json.ts";
import { toAddress, toHeaders } from "./address.ts";

/**
 * A request as a command for POSIX shells. Every literal is single-quoted, so nothing in it can run; only the address and
 * the authentication header are double-quoted, for the two variables in them.
 */
export function toCurl(request: RequestValue, settings: SampleSettings): string {
  const path = toAddress(request);
  const address =
    settings.address === undefined ? `"$${settings.baseVariable}${path}"` : singleQuote(settings.address + path);
  const authentication = `-H "${escapeDoubleQuoted(settings.authHeader)}: $${settings.authVariable}"`;
  const lines = [
    ["curl", ...toMethod(request), address].join(" "),
    ...(request.authenticated ? [authentication] : []),
    ...toHeaders(request).map(({ name, value }) => `-H ${singleQuote(`${name}: ${value}`)}`),
    ...toBody(request.body),
  ];
  return lines.join(" \\\n  ");
}

function toMethod({ method, body }: RequestValue): readonly string[] {
  if (method === "get" && body.kind === "none") return [];
  return method === "head" ? ["--head"] : ["-X", method.toUpperCase()];
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

function isMultipart(mediaType: string): boolean {
  return mediaType.toLowerCase().startsWith("multipart/");
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

/** A word that the shell takes as it is (POSIX.1-2024, Shell Command Language, 2.2.2). */
function singleQuote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", "'\\''")}'`;
}

/** POSIX.1-2024, Shell Command Language, 2.2.3. */
function escapeDoubleQuoted(text: string): string {
  return text.replace(/["$\\`]/g, "\\$&");
}
