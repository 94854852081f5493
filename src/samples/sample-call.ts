import type { FormPart, RequestContent, RequestValue, SampleBase } from "#shared/contract/request.ts";
import { toJsonText } from "#shared/json/json.ts";
import { startPair, toAddress } from "#shared/samples/address.ts";
import { certificateVariable, isMultipart, toQuerySecrets, toSampleHeaders } from "#shared/samples/sample-text.ts";

/** A request as the samples of most languages say it: its address and headers put together, its body as it is sent. */
export interface SampleCall {
  /** `POST` */
  readonly method: string;
  readonly address: CallText;
  /** With the body's media type, unless the client knows better. */
  readonly headers: readonly CallHeader[];
  readonly body: CallBody;
  /** The environment variable that names the file of the client certificate and its key (PEM); null where none is asked for. */
  readonly certificate: string | null;
}

export interface CallHeader {
  readonly name: string;
  readonly value: CallText;
}

/** What stands in the code, and what is read from the environment: as it is, in base64, or percent-encoded. */
type CallText = readonly CallPart[];
type CallPart = string | { readonly variable: string; readonly as: "plain" | "base64" | "query" };

export type CallBody =
  | { readonly kind: "none" }
  /** Pretty JSON of many lines. No character of it ends a line or a file in any language, but its line breaks. */
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly fileName: string }
  | { readonly kind: "multipart"; readonly parts: readonly FormPart[] };

export function toSampleCall(request: RequestValue, { variable, address }: SampleBase): SampleCall {
  const own = toAddress(request);
  const secrets = toQuerySecrets(request).flatMap((secret, index): CallText => [
    startPair(index === 0 ? own : "?", secret.name),
    { variable: secret.variable, as: "query" },
  ]);
  const isForm = request.body.kind === "form" && !isMultipart(request.body.mediaType);
  const formType = isForm ? [{ name: "Content-Type", value: ["application/x-www-form-urlencoded"] }] : [];
  const headers = toSampleHeaders(request).map(({ name, value }) => ({
    name,
    value: value.map((part): CallPart =>
      typeof part === "string" ? part : { variable: part.variable, as: part.isBase64 ? "base64" : "plain" },
    ),
  }));
  return {
    method: request.method.toUpperCase(),
    address: [...(variable === null ? [] : [{ variable, as: "plain" } as const]), address + own, ...secrets],
    headers: [...headers, ...formType],
    body: toCallBody(request.body),
    certificate: certificateVariable(request),
  };
}

function toCallBody(body: RequestContent): CallBody {
  if (body.kind === "json") return { kind: "json", text: withoutOddLines(toJsonText(body.value, 2)) };
  if (body.kind !== "form") return body;
  if (isMultipart(body.mediaType)) return { kind: "multipart", parts: body.parts };
  const pairs = body.parts.map((part) => [part.name, part.kind === "field" ? part.value : part.fileName]);
  return { kind: "text", text: pairs.map((pair) => pair.map(encodeWhole).join("=")).join("&") };
}

function encodeWhole(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

/** How a language writes a text that is put together. */
export interface TextStyle {
  readonly quote: (text: string) => string;
  readonly secret: (part: Exclude<CallPart, string>) => string;
  readonly joint: string;
}

export function toExpression(text: CallText, { quote, secret, joint }: TextStyle): string {
  const parts = text.filter((part) => part !== "");
  return parts.map((part) => (typeof part === "string" ? quote(part) : secret(part))).join(joint);
}

/** A string literal of C#, Go and Java; JSON's escapes are theirs, too. */
export function quoteText(text: string): string {
  return withoutOddLines(JSON.stringify(text.replace(/\p{Surrogate}/gu, "\uFFFD")));
}

/** JSON may say any character by its number; some end a line of C#, or are not allowed in a file of Go. */
function withoutOddLines(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A name in the head of a part (HTML standard, 4.10.21.8). */
export function toPartName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}

/** The lines of a text, each after the first one with so much space before it. */
export function indentLines(text: string, space: string): string {
  return text.replaceAll("\n", `\n${space}`);
}
