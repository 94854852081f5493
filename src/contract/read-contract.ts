import type { AuthenticationSetting } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, hasErrors, type Outcome } from "#shared/diagnostic.ts";
import { isObject, type JsonObject } from "#shared/json/json.ts";
import { toSampleSettings } from "#shared/samples/code-samples.ts";

import { bundleDocument } from "./bundle/bundle-document.ts";
import { checkExamples } from "./check/check-examples.ts";
import { checkOperations } from "./check/check-operations.ts";
import { askParser, type AskParser, validateDocument } from "./check/validate-document.ts";
import { Reading } from "./convert/reading.ts";
import { toContract } from "./convert/to-contract.ts";
import { createFileLoader } from "./source/load-file.ts";
import { Origins } from "./source/origins.ts";
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
  /** Where the parser runs that gives the second opinion: here, unless told otherwise. */
  readonly ask?: AskParser;
}

/** A contract that the parser is still being asked about. */
export interface ContractReading extends Outcome<Contract | null> {
  /** What the parser finds beyond our own checks. */
  readonly secondOpinion: Promise<readonly Diagnostic[]>;
}

/**
 * Reads an OpenAPI 3 or Swagger 2.0 document as a contract. Everything that is wrong with it is reported at its place in
 * the author's file; the contract is null when any of that is an error. Reads no file and no network.
 */
export async function readContract(source: ContractSource, tools: ContractTools): Promise<Outcome<Contract | null>> {
  const reading = startReading(source, tools);
  const diagnostics = [...(await reading.secondOpinion), ...reading.diagnostics];
  return { value: hasErrors(diagnostics) ? null : reading.value, diagnostics };
}

/** The same for who has something else to do while the parser is at work. */
export function startReading(
  { file, files }: ContractSource,
  { authentication, ask = askParser }: ContractTools,
): ContractReading {
  const origins = new Origins();
  const loader = createFileLoader(files, origins);
  const diagnostics: Diagnostic[] = [];
  const parsed = loader.load(file);
  diagnostics.push(...loader.diagnostics);
  if (parsed === undefined) return unread(diagnostics);
  const document = isObject(parsed) ? parsed : null;
  const specification = document && detectSpecification(document);
  if (!document || !specification) return unread([unknownSpecification(file, document, origins)]);

  const bundle = bundleDocument({
    file,
    document,
    specification,
    origins,
    load: loader.load,
    files: [...files.keys()],
  });
  const upgraded = upgradeDocument(bundle.document, specification, origins);
  diagnostics.push(...loader.diagnostics.slice(diagnostics.length), ...bundle.diagnostics);
  diagnostics.push(...checkOperations(upgraded, origins));
  if (hasErrors(diagnostics)) return unread(diagnostics);

  const secondOpinion = validateDocument(bundle.document, specification, { origins, ask });
  const reading = new Reading({ document: upgraded, file, origins });
  const contract = toContract(reading, titleOf(specification), toSampleSettings(authentication));
  diagnostics.push(...reading.diagnostics, ...checkExamples(upgraded, origins));
  return { value: hasErrors(diagnostics) ? null : contract, diagnostics, secondOpinion };
}

function unread(diagnostics: readonly Diagnostic[]): ContractReading {
  return { value: null, diagnostics, secondOpinion: Promise.resolve([]) };
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
      : `\`${key}\` states a version that is not read: ${JSON.stringify(document?.[key])}`;
  const hint = 'write openapi: "3.1.0", "3.0.3" or swagger: "2.0", in quotes';
  return diagnose("contract/invalid", message, position ?? { file, line: 1, column: 1 }, hint);
}
