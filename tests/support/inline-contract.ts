import { readContract } from "#contract/read-contract.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { toCodeSamples } from "#samples/code-samples.ts";

import "./reuse-validators.ts";

export interface InlineContract {
  /** Null when the document has errors. */
  readonly contract: Contract | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Findings in one line each: `openapi/api.yaml:3:1 contract/syntax: …`. */
  readonly findings: string;
}

/** Reads a document from inline texts; the first file is the document. Prose stays as written. */
export async function readFiles(files: Readonly<Record<string, string>>): Promise<InlineContract> {
  const texts = new Map(Object.entries(files));
  const [file = ""] = texts.keys();
  const authentication = { header: null, variable: "API_AUTH" };
  const outcome = await readContract({ file, files: texts }, { authentication });
  const findings = outcome.diagnostics.map(format).join("\n");
  return { contract: outcome.value, diagnostics: outcome.diagnostics, findings };
}

function format({ code, message, position, hint }: Diagnostic): string {
  const at = position === null ? "nowhere" : `${position.file}:${position.line}:${position.column}`;
  return `${at} ${code}: ${message}${hint === null ? "" : ` (${hint})`}`;
}

/** Reads `openapi/api.yaml` with the given text. */
export async function readText(text: string): Promise<InlineContract> {
  return readFiles({ "openapi/api.yaml": text });
}

/** Reads an OpenAPI 3.1 document from its parts, with an empty head and paths; fails the test when it has errors. */
export async function readValid(parts: string): Promise<Contract> {
  const head = 'openapi: 3.1.0\ninfo: { title: API, version: "1" }\n';
  const { contract, findings } = await readText(`${head}${parts.startsWith("paths") ? "" : "paths: {}\n"}${parts}`);
  if (!contract) throw new Error(findings);
  return contract;
}

/** The operation of an id; fails the test when there is none. */
export function operationOf(contract: Contract | null, id: string): Operation {
  const operation = contract?.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id} in ${contract?.operations.map((one) => one.id).join(", ")}`);
  return operation;
}

/** The samples of an operation that has no server of its own, in the languages of every page. */
export function codeSamplesOf({ request }: Operation): readonly CodeSample[] {
  if (request === null) throw new Error("no request");
  return toCodeSamples(request, { variable: "API_BASE", address: "" });
}

/** The schema of a name; fails the test when there is none. */
export function schemaOf(contract: Contract | null, name: string): NamedSchema["schema"] {
  const schema = contract?.schemas.find((candidate) => candidate.name === name)?.schema;
  if (!schema) throw new Error(`no schema ${name} in ${contract?.schemas.map((one) => one.name).join(", ")}`);
  return schema;
}
