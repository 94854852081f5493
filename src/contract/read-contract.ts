import { Origins } from "#read/origins.ts";
import type { AuthenticationSetting, SandboxSetting } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostic.ts";
import { isObject, type JsonObject, toJsonText } from "#shared/json/json.ts";

import { bundleDocument } from "./bundle/bundle-document.ts";
import { checkExamples } from "./check/check-examples.ts";
import { checkOperations } from "./check/check-operations.ts";
import { validateDocument } from "./check/validate-document.ts";
import { Reading } from "./convert/reading.ts";
import { toContract } from "./convert/to-contract.ts";
import { createFileLoader } from "./load-file.ts";
import { noSandboxData, readSandboxData } from "./read-sandbox-data.ts";
import { detectSpecification, type Specification } from "./structure/specification.ts";
import { upgradeDocument } from "./upgrade/upgrade-document.ts";

export interface ContractSource {
  /** The document's path relative to the root, with `/`. */
  readonly file: string;
  /** Texts of the YAML and JSON files of the document's folder, by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
}

export interface ContractTools {
  readonly authentication: AuthenticationSetting;
  /** Only who simulates the contract needs it. */
  readonly sandbox?: SandboxSetting | null;
}

/** A contract, and the document that it was made from: bundled, in OpenAPI 3.1, for who publishes it. */
export interface ReadDocument {
  readonly contract: Contract;
  readonly document: JsonObject;
}

/** The contract that `readDocument` reads, for who does not publish it. */
export async function readContract(source: ContractSource, tools: ContractTools): Promise<Outcome<Contract | null>> {
  const { value, diagnostics } = await readDocument(source, tools);
  return { value: value?.contract ?? null, diagnostics };
}

/**
 * Reads an OpenAPI 3 or Swagger 2.0 document as a contract. Everything that is wrong with it is reported at its place in
 * the author's file, and the rest is read; there is no contract only when the file is no document at all. Reads no file
 * and no network.
 */
export async function readDocument(
  { file, files }: ContractSource,
  { authentication, sandbox = null }: ContractTools,
): Promise<Outcome<ReadDocument | null>> {
  const origins = new Origins();
  const loader = createFileLoader(files, origins);
  const parsed = loader.load(file);
  if (parsed === undefined) return { value: null, diagnostics: loader.diagnostics };
  const document = isObject(parsed) ? parsed : null;
  const specification = document && detectSpecification(document);
  if (!document || !specification) {
    return { value: null, diagnostics: [...loader.diagnostics, unknownSpecification(file, document, origins)] };
  }
  const { load } = loader;
  const bundle = bundleDocument({ file, document, specification, origins, load, files: [...files.keys()] });
  const upgraded = upgradeDocument(bundle.document, specification, origins);
  const reading = new Reading({ document: upgraded, file, origins });
  const contract = toContract(reading, titleOf(specification), authentication);
  const told = sandbox === null ? noSandboxData : readSandboxData(sandbox, files, contract.operations);
  const ours = [...loader.diagnostics, ...bundle.diagnostics, ...checkOperations(reading)];
  const diagnostics = [
    ...ours,
    ...(await validateDocument(bundle.document, specification, { origins, known: ours })),
    ...reading.diagnostics,
    ...checkExamples(reading),
    ...told.diagnostics,
  ];
  return { value: { contract: { ...contract, sandbox: told.value }, document: upgraded }, diagnostics };
}

function titleOf({ family, version }: Specification): string {
  return family === "Swagger 2.0" ? family : `OpenAPI ${version}`;
}

function unknownSpecification(file: string, document: JsonObject | null, origins: Origins): Diagnostic {
  const key = ["openapi", "swagger"].find((name) => document && Object.hasOwn(document, name));
  const position = document && (key === undefined ? origins.of(document) : origins.ofKey(document, key));
  const message =
    key === undefined
      ? "this is no OpenAPI document: it states neither `openapi` nor `swagger`"
      : `\`${key}\` states a version that is not read: ${toJsonText(document?.[key] ?? null)}`;
  const hint = 'write openapi: "3.1.0", "3.0.3" or swagger: "2.0", in quotes';
  return diagnose("contract/unreadable", message, position ?? startOf(file), hint);
}
