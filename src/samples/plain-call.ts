import type { FormPart, RequestContent } from "#shared/contract/request.ts";
import { toJsonText } from "#shared/json/json.ts";
import { isMultipart } from "#shared/media-type.ts";
import type { SampleCall, SampleText } from "#shared/samples/sample-call.ts";

/** A call for clients that add nothing to it: with the body as it's sent, and a media type unless the body is multipart. */
export interface PlainCall extends Pick<SampleCall, "method" | "address" | "headers" | "certificate"> {
  readonly body: CallBody;
}

export type CallBody =
  | { readonly kind: "none" }
  /** Indented JSON. It holds no characters but its line breaks that could end a line or a file in any language. */
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly fileName: string }
  | { readonly kind: "multipart"; readonly parts: readonly FormPart[] };

export function toPlainCall({ body, headers, ...call }: SampleCall): PlainCall {
  const isForm = body.kind === "form" && !isMultipart(body.mediaType);
  const formType = isForm ? [{ name: "Content-Type", value: ["application/x-www-form-urlencoded"] }] : [];
  return { ...call, headers: [...headers, ...formType], body: toCallBody(body) };
}

function toCallBody(body: RequestContent): CallBody {
  if (body.kind === "json") return { kind: "json", text: withoutOddLines(toJsonText(body.value, 2)) };
  if (body.kind !== "form") return body;
  if (isMultipart(body.mediaType)) return { kind: "multipart", parts: body.parts };
  const pairs = body.parts.map((part) => [part.name, part.kind === "field" ? part.value : part.fileName]);
  const encoded = pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join("="));
  return { kind: "text", text: encoded.join("&") };
}

/** The notation of a language for texts with secrets in them. */
export interface TextStyle {
  readonly quote: (text: string) => string;
  readonly joint: string;
  /** The value of an environment variable; `base64` and `query` encode such a value. */
  readonly plain: (variable: string) => string;
  readonly base64: (value: string) => string;
  readonly query: (value: string) => string;
}

export function toExpression(text: SampleText, style: TextStyle): string {
  const parts = text.filter((part) => part !== "");
  const expressions = parts.map((part) => {
    if (typeof part === "string") return style.quote(part);
    const value = style.plain(part.variable);
    return part.as === "plain" ? value : style[part.as](value);
  });
  return expressions.join(style.joint);
}

/** A string literal of C#, Go and Java, which share JSON's escapes. */
export function quoteText(text: string): string {
  return withoutOddLines(JSON.stringify(text.toWellFormed()));
}

/** Some characters end a line of C# or aren't allowed in Go, so that JSON escapes them. */
function withoutOddLines(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Indents all lines but the first. */
export function indentLines(text: string, space: string): string {
  return text.replaceAll("\n", `\n${space}`);
}
