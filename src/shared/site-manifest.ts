import type { AuthenticationSetting, ServerSetting } from "./config.ts";
import type { SandboxData } from "./contract/sandbox-data.ts";

/** `site.json`: what a program needs to know of a published site to make something of its other files. */
export interface SiteManifest {
  readonly title: string;
  readonly description: string;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The contracts of the site's APIs; the first is what is meant where nobody says which. */
  readonly contracts: readonly PublishedDocument[];
  /** Those of the settings; none where the contract's own are meant. */
  readonly servers: readonly ServerSetting[];
  readonly authentication: AuthenticationSetting;
}

/** Paths are below the base URL. */
export interface PublishedDocument {
  /** Empty where the site does not tell several APIs apart. */
  readonly api: string;
  /** The version's; empty where there is one that has no name. */
  readonly id: string;
  /** The folder of its reference, without slashes around it: `api/v1`; empty for the site's root. */
  readonly folder: string;
  /** The OpenAPI document with all that it refers to: `api/openapi.json`. */
  readonly document: string;
  /** What the document does not tell the sandbox. */
  readonly sandbox: SandboxData;
}

export const manifestPath = "site.json";
