import { diagnose, hasErrors, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";

interface Credentials {
  readonly header: string;
  readonly value: string;
  /** The environment variable that holds the value. */
  readonly variable: string;
}

/** Where the provider serves the contract, for `docs-build pull` and `check --live`; a build never asks there. */
interface LiveSetting {
  readonly url: string;
  readonly header: string;
  /** The environment variable that holds the header's whole value; null when the document is open to anyone. */
  readonly variable: string | null;
  readonly position: Position;
}

export interface DocumentRequest {
  readonly url: URL;
  readonly credentials: Credentials | null;
  /** Milliseconds for an attempt, from the first byte sent to the last byte received. */
  readonly timeout: number;
  readonly retries: number;
}

export interface ProviderFlags {
  readonly url?: string | undefined;
  readonly authHeader?: string | undefined;
  readonly authVariable?: string | undefined;
  /** Seconds for an attempt. */
  readonly timeout: number;
  readonly retries: number;
}

export interface RequestInputs {
  readonly setting: LiveSetting | null;
  readonly flags: ProviderFlags;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The request for the provider's document. Credentials come only from the environment. */
export function toDocumentRequest({ setting, flags, environment }: RequestInputs): Outcome<DocumentRequest | null> {
  const address = flags.url ?? setting?.url;
  if (address === undefined)
    return none("no address to fetch the contract from", null, "name it, or set live.url in content/site.yaml");
  const url = toWebAddress(address);
  if (url === null) {
    const message = "the address of the contract must be one of http or https, without a user name or password in it";
    const hint = "credentials go into an environment variable, which live.variable or --auth-variable names";
    // Without a position: the code frame would print the credentials.
    return none(message, null, hint);
  }
  const { value: credentials, diagnostics } = toCredentials(url, { setting, flags, environment });
  const { timeout, retries } = flags;
  const value = hasErrors(diagnostics) ? null : { url, credentials, timeout: timeout * 1000, retries };
  return { value, diagnostics };
}

/** Credentials of the settings are for the host in the settings. For another host, flags name them again. */
function toCredentials(url: URL, { setting, flags, environment }: RequestInputs): Outcome<Credentials | null> {
  const isOwnHost = setting !== null && new URL(setting.url).origin === url.origin;
  const variable = flags.authVariable ?? (isOwnHost ? setting.variable : null);
  const header = flags.authHeader ?? setting?.header ?? "Authorization";
  if (variable === null) {
    const unsent = setting?.variable ?? null;
    if (unsent === null) return { value: null, diagnostics: [] };
    const message = `${unsent} isn't sent: ${url.host} isn't the host of live.url`;
    const hint = `send it all the same with --auth-variable ${unsent}`;
    return { value: null, diagnostics: [diagnose("live/credentials", message, null, hint)] };
  }
  const value = environment[variable]?.trim() ?? "";
  const position = flags.authVariable === undefined ? (setting?.position ?? null) : null;
  if (value === "") {
    const hint = `it holds the whole value of the header ${header}`;
    return none(`the environment variable ${variable} isn't set`, position, hint);
  }
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
    return none(`the value of ${variable} holds characters that no header can carry`, position);
  const isOpen = url.protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  const message = `${variable} travels to ${url.host} unencrypted`;
  const diagnostics = isOpen ? [diagnose("live/credentials", message, null, "use https")] : [];
  return { value: { header, value, variable }, diagnostics };
}

function none(message: string, position: Position | null, hint: string | null = null): Outcome<null> {
  return { value: null, diagnostics: [diagnose("live/request", message, position, hint)] };
}

/** Null for anything but http and https, and for an address with credentials. */
export function toWebAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url : null;
}

/** `https://staging.example.com/redoc/?…`: a query can hold a secret. */
export function showAddress({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}
