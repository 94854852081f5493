import type { RequestValue } from "../contract/request.ts";
import type { Credential } from "../contract/security.ts";
import { toHeaders } from "./address.ts";

/** A text that a sample puts together: what it says as it is, and what it reads from the environment. */
export type SampleText = readonly (string | Secret)[];

/** What an environment variable holds, as it is or, for HTTP Basic, in base64. */
interface Secret {
  readonly variable: string;
  readonly isBase64: boolean;
}

export interface SampleHeader {
  readonly name: string;
  readonly value: SampleText;
}

/** Every header that a sample states, those that hold credentials first. There is one for all cookies (RFC 6265, 5.4). */
export function toSampleHeaders(
  request: Pick<RequestValue, "headers" | "body" | "credentials">,
): readonly SampleHeader[] {
  const { credentials } = request;
  const stated = toHeaders(request).map(({ name, value }) => ({ name, value: [value] }));
  const own = credentials.filter((credential) => credential.in === "header");
  const cookies = credentials.filter((credential) => credential.in === "cookie");
  const isCookie = ({ name }: SampleHeader): boolean => cookies.length > 0 && name.toLowerCase() === "cookie";
  const pairs = [...stated.filter(isCookie).map(({ value }) => value), ...cookies.map(toPair)];
  const cookie = { name: "Cookie", value: pairs.flatMap((pair, index) => (index === 0 ? pair : ["; ", ...pair])) };
  return [
    ...own.map((credential) => ({ name: credential.name, value: toValue(credential) })),
    ...(cookies.length === 0 ? [] : [cookie]),
    ...stated.filter((header) => !isCookie(header)),
  ];
}

function toValue({ form, variable }: Credential): SampleText {
  const secret = { variable, isBase64: form === "basic" };
  return form === "plain" ? [secret] : [form === "basic" ? "Basic " : "Bearer ", secret];
}

function toPair({ name, variable }: Credential): SampleText {
  return [`${name}=`, { variable, isBase64: false }];
}

/** The credentials that travel in the query. */
export function toQuerySecrets({ credentials }: Pick<RequestValue, "credentials">): readonly Credential[] {
  return credentials.filter((credential) => credential.in === "query");
}

/** The environment variable that names the file of the client certificate (mutual TLS); null where none is asked for. */
export function certificateVariable({ credentials }: Pick<RequestValue, "credentials">): string | null {
  return credentials.find((credential) => credential.in === "certificate")?.variable ?? null;
}

/** The environment variable of a header that holds nothing but user and password; null for any other. */
export function basicVariable({ value }: SampleHeader): string | null {
  const [, secret] = value;
  return typeof secret === "object" && secret.isBase64 ? secret.variable : null;
}

export function isMultipart(mediaType: string): boolean {
  return mediaType.toLowerCase().startsWith("multipart/");
}

/** The lines of a text, each that is not empty with so much space before it. */
export function indent(text: string, space: string): string {
  return text.replace(/^(?=.)/gm, space);
}
