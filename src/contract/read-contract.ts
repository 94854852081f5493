import { Origins } from "#read/yaml/origins.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import type { AuthenticationSetting, SandboxSetting } from "#settings/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { isObject, type Json, type JsonObject, toJsonText } from "#shared/json/json.ts";

import { bundleDocument } from "./bundle/bundle-document.ts";
import { checkComponents } from "./check/check-components.ts";
import { checkExamples } from "./check/check-examples.ts";
import { checkOperations } from "./check/check-operations.ts";
import { validateDocument } from "./check/validate-document.ts";
import { Reading } from "./convert/reading.ts";
import { toContract } from "./convert/to-contract.ts";
import { type DocumentPart, findParts } from "./document-parts.ts";
import { createFileLoader } from "./document-text.ts";
import { toPublicDocument } from "./public-document.ts";
import { readSandboxData } from "./read-sandbox-data.ts";
import { detectSpecification } from "./structure/specification.ts";
import { upgradeDocument } from "./upgrade/upgrade-document.ts";

export interface ContractInputs {
  readonly config: Pick<Config, "contracts" | "authentication" | "sandbox">;
  /** The texts below `openapi/`, by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  /** Documents whose text can't be read; each has its finding. */
  readonly lost: readonly string[];
}

export interface VersionedContract extends ReadDocument {
  readonly version: ContractVersion;
}

/** Reads a document once, even where several versions share it. */
export function readContracts({ config, files, lost }: ContractInputs): Outcome<readonly VersionedContract[]> {
  const diagnostics: Diagnostic[] = [];
  const readingByFile = new Map<string, ReadDocument | null>();
  for (const { api, document, position } of config.contracts) {
    if (readingByFile.has(document)) continue;
    // The sandbox simulates the first API of the site, and its data is that API's.
    const sandbox = api === config.contracts[0]?.api ? config.sandbox : null;
    const outcome = files.has(document)
      ? readDocument({ file: document, files }, { ...config, sandbox, isPublished: true })
      : { value: null, diagnostics: lost.includes(document) ? [] : [missing(document, position, files)] };
    diagnostics.push(...outcome.diagnostics);
    readingByFile.set(document, outcome.value);
  }
  const value = config.contracts.flatMap((version) => {
    const reading = readingByFile.get(version.document) ?? null;
    return reading === null ? [] : [{ version, ...reading }];
  });
  return { value, diagnostics };
}

/** What the second judge says of each document, once. */
export async function judgeContracts(read: readonly VersionedContract[]): Promise<readonly Diagnostic[]> {
  const judges = new Map(read.map(({ contract, judge }) => [contract.file, judge]));
  const judged = Array.from(judges.values(), async (judge) => judge());
  return (await Promise.all(judged)).flat();
}

export interface ContractSource {
  /** The document's path relative to the root, with `/`. */
  readonly file: string;
  /** Texts of the YAML and JSON files of the document's folder, by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
}

export interface ContractTools {
  readonly authentication: AuthenticationSetting;
  /** Only the sandbox needs it. */
  readonly sandbox?: SandboxSetting | null;
  /** Nothing that is marked as internal is published. */
  readonly isPublished?: boolean;
}

interface ReadDocument {
  readonly contract: Contract;
  /** Bundled and upgraded to OpenAPI 3.1, for publishing. */
  readonly document: JsonObject;
  /** False where it leaves out what its author marks as internal. */
  readonly isWhole: boolean;
  /** The positions of its operations and components. */
  readonly parts: readonly DocumentPart[];
  /** Asks the second judge, who takes his time and changes nothing. */
  readonly judge: () => Promise<readonly Diagnostic[]>;
}

/** Reads a contract that isn't published. */
export async function readContract(source: ContractSource, tools: ContractTools): Promise<Outcome<Contract | null>> {
  const { value, diagnostics } = readDocument(source, tools);
  if (value === null) return { value, diagnostics };
  return { value: value.contract, diagnostics: [...diagnostics, ...(await value.judge())] };
}

/**
 * Reads an OpenAPI 3 or Swagger 2.0 document as a contract. It reports every fault at its position in the author's file
 * and reads everything else: only a file that isn't a document gives no contract. It reads neither disk nor network.
 */
function readDocument(
  { file, files }: ContractSource,
  { authentication, sandbox = null, isPublished = false }: ContractTools,
): Outcome<ReadDocument | null> {
  const origins = new Origins();
  const loader = createFileLoader(files, origins);
  const document = loader.load(file);
  if (document === undefined) return { value: null, diagnostics: loader.diagnostics };
  const specification = detectSpecification(document);
  if (!isObject(document) || !specification) {
    return { value: null, diagnostics: [...loader.diagnostics, unknownSpecification(file, document, origins)] };
  }
  const { load } = loader;
  const bundle = bundleDocument({ file, document, specification, origins, load, files: [...files.keys()] });
  const whole = upgradeDocument(bundle.value, specification, origins);
  const published = toPublicDocument(whole, file, origins);
  const { internal } = published;
  const shown = isPublished ? published : { document: whole, diagnostics: [] };
  const reading = new Reading(shown.document, file, origins);
  const contract = toContract(reading, specification.title, authentication);
  const data = sandbox === null ? null : readSandboxData(sandbox, files, { ...contract, internal });
  const ours = [...loader.diagnostics, ...bundle.diagnostics, ...checkOperations(reading)];
  // What a lost reference meant isn't known to be unused.
  const isBroken = bundle.diagnostics.some(({ code }) => code === "contract/reference");
  const unused = isBroken ? [] : checkComponents(bundle.value, origins);
  const further = [...shown.diagnostics, ...reading.diagnostics, ...checkExamples(reading), ...unused];
  return {
    value: {
      contract: { ...contract, internal, sandbox: data?.value ?? {} },
      document: shown.document,
      isWhole: shown.document === whole,
      parts: findParts(shown.document, origins),
      judge: async () => validateDocument(bundle.value, specification, origins),
    },
    diagnostics: [...ours, ...further, ...(data?.diagnostics ?? [])],
  };
}

function unknownSpecification(file: string, value: Json, origins: Origins): Diagnostic {
  const document = isObject(value) ? value : null;
  const key = ["openapi", "swagger"].find((name) => document && Object.hasOwn(document, name));
  const position = document && (key === undefined ? origins.of(document) : origins.ofKey(document, key));
  const message =
    key === undefined
      ? "this isn't an OpenAPI document: it states neither `openapi` nor `swagger`"
      : `\`${key}\` states a version that docs-build doesn't read: ${toJsonText(document?.[key] ?? null)}`;
  const hint = 'write openapi: "3.2.0", "3.1.0", "3.0.3" or swagger: "2.0", in quotes';
  return diagnose("contract/unreadable", message, position ?? startOf(file), hint);
}

function missing(document: string, position: Position | null, files: ReadonlyMap<string, string>): Diagnostic {
  const suggestion = nearest(document, files.keys());
  const hint = suggestion === null ? "documents lie in openapi/" : `try ${suggestion}`;
  return diagnose("contract/unreadable", `there is no document \`${document}\``, position, hint);
}
