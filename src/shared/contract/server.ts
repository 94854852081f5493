import type { Markdown } from "./text.ts";

/** Where an API is served (OpenAPI 3.1, section 4.8.5). */
export interface Server {
  /** The address with the defaults of its variables filled in. */
  readonly url: string;
  /** The address as written: `https://{region}.example.com/v1`. */
  readonly template: string;
  readonly variables: readonly ServerVariable[];
  readonly description: Markdown | null;
}

/** A part of a server's address that its user chooses. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** The values there are; empty when any goes. */
  readonly enum: readonly string[];
  readonly description: Markdown | null;
}

/** A server's address with values for its variables; one without a value stays as it is written. */
export function fillVariables(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => values.get(name) ?? placeholder);
}
