/** `schemas/load.yaml#/definitions/Stop` to `Stop`, `schemas/load.yaml` to `load`. */
export function toComponentName(file: string, path: readonly (string | number)[]): string {
  const tokens = path.map(String).filter((token) => !structuralTokens.has(token));
  const words = tokens.length > 0 ? tokens : [(file.split("/").at(-1) ?? file).replace(/\.[^.]*$/, "")];
  return words.map((word) => word.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "")).join("_") || "Schema";
}

/** The name itself, or with `-2`, `-3`, … when it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}

/** Tokens of a pointer that say nothing about what it names. */
const structuralTokens = new Set([
  ...["components", "definitions", "schemas", "properties", "items", "allOf", "oneOf", "anyOf", "paths"],
  ...["content", "responses", "parameters", "schema", "$defs"],
]);
