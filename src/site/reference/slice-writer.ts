import type {
  ContractSlice,
  MediaTypeJson,
  OperationJson,
  SliceData,
  SliceExample,
  SliceMediaType,
  SliceOperation,
  SliceParameter,
} from "#shared/contract/contract-slice.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { shapesOf } from "#shared/contract/fields.ts";
import { mapSubschemas, referredName, referredNames } from "#shared/contract/keywords/json-schema.ts";
import type { Schema, SchemaByName } from "#shared/contract/schema.ts";
import { firstSentence } from "#shared/contract/text.ts";
import { isList, isObject, type Json, listAt, toJsonText, toObject } from "#shared/json/json.ts";

/**
 * A slice has at most this many characters of JSON, because in some contracts every schema reaches all other schemas.
 */
const maxCharacters = 64_000;

interface CutContract {
  readonly slice: ContractSlice;
  /**
   * False means that there were too many schemas: the farthest schemas are left out, and they count as schemas that
   * allow anything.
   */
  readonly isWhole: boolean;
}

/**
 * The writer cuts a contract down to some of its operations, and writes slices as JSON. It converts each named schema
 * once.
 */
export class SliceWriter {
  readonly #contract: Contract;
  readonly #prose: SlimProse;
  readonly #targets = new Map<Schema, WrittenSchema>();

  constructor(contract: Contract, prose: SlimProse) {
    this.#contract = contract;
    this.#prose = prose;
  }

  /**
   * The slice has the operations and the schemas that they refer to, directly or through each other, the nearest first.
   */
  cut(operations: readonly SliceOperation[]): CutContract {
    const names = operations.flatMap(schemasOf).flatMap(({ source }) => [...referredNames(source)]);
    const queue = names.map((name): ReachedName => ({ name, isBase: false }));
    const reached = new Map<string, Schema>();
    const used = new Set<string>();
    let size = 0;
    // The loop also visits the names that are added to the queue on the way.
    for (const { name, isBase } of queue) {
      const schema = this.#contract.schemaByName.get(name);
      if (schema === undefined) continue;
      const target = this.#target(schema);
      if (!reached.has(name)) {
        size += target.size;
        if (size > maxCharacters) return { slice: this.#slice(operations, reached), isWhole: false };
        reached.set(name, schema);
        queue.push(...target.names);
      }
      if (isBase || used.has(name)) continue;
      used.add(name);
      // A value of a base schema with a discriminator matches a derived schema; a derived schema only takes over
      // fields.
      for (const { ref } of shapesOf(schema)) if (ref !== null) queue.push({ name: ref, isBase: false });
    }
    return { slice: this.#slice(operations, reached), isWhole: true };
  }

  /** Schemas are sorted by name, so that the same set of schemas always becomes the same text. */
  #slice(operations: readonly SliceOperation[], reached: SchemaByName): ContractSlice {
    const schemaByName = new Map([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
    const schemeNames = new Set(operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme));
    const securitySchemes = this.#contract.securitySchemes.filter(({ name }) => schemeNames.has(name));
    return { ...this.#contract, securitySchemes, operations, schemaByName };
  }

  write({ title, version, basePath, securitySchemes, operations, schemaByName, sandbox }: ContractSlice): SliceData {
    return {
      title,
      version,
      basePath,
      sandbox,
      securitySchemes: securitySchemes.map(({ name, type, in: location, parameterName, word, variable }) => ({
        name,
        type,
        in: location,
        parameterName,
        variable,
        ...(word !== undefined && { word }),
      })),
      operations: operations.map((operation) => this.#toOperation(operation)),
      schemas: toObject(Array.from(schemaByName, ([name, schema]) => [name, this.#target(schema).schema])),
    };
  }

  #target(schema: Schema): WrittenSchema {
    const known = this.#targets.get(schema);
    if (known !== undefined) return known;
    const slim = slimSchema(schema.source, this.#prose);
    const bases = new Set(listAt(slim, "allOf").flatMap((part) => referredName(part) ?? []));
    const names = Array.from(referredNames(slim), (name) => ({ name, isBase: bases.has(name) }));
    const target = { schema: slim, size: toJsonText(slim).length, names };
    this.#targets.set(schema, target);
    return target;
  }

  #toOperation(operation: SliceOperation): OperationJson {
    const { id, anchor, method, path, summary, security, parameters, requestBody, responses } = operation;
    const toMedia = (media: SliceMediaType) => this.#toMedia(media);
    return {
      id,
      anchor,
      method,
      path,
      summary,
      security,
      parameters: parameters.map((parameter) => this.#toParameter(parameter)),
      requestBody: requestBody && { required: requestBody.required, content: requestBody.content.map(toMedia) },
      responses: responses.map(({ status, description, headers = [], content }) => ({
        status,
        description: this.#toText(description),
        content: content.map(toMedia),
        ...(headers.length > 0 && { headers: headers.map(({ name }) => ({ name })) }),
      })),
    };
  }

  #toParameter(parameter: SliceParameter): OperationJson["parameters"][number] {
    const { name, in: location, required, deprecated, notation, listStyle, isSampled } = parameter;
    return {
      name,
      in: location,
      required,
      deprecated,
      notation,
      listStyle,
      isSampled,
      description: this.#toText(parameter.description),
      schema: slimSchema(parameter.schema.source, this.#prose),
      examples: parameter.examples.map(toExample),
    };
  }

  #toMedia({ type, schema, examples, encoding }: SliceMediaType): MediaTypeJson {
    return {
      type,
      schema: schema && slimSchema(schema.source, this.#prose),
      examples: examples.map(toExample),
      encoding: Object.fromEntries(encoding),
    };
  }

  #toText(text: SliceParameter["description"]): SliceParameter["description"] {
    return text === null || this.#prose === "none" ? null : { text: firstSentence(text.text) };
  }
}

interface WrittenSchema {
  readonly schema: Json;
  readonly size: number;
  readonly names: readonly ReachedName[];
}

interface ReachedName {
  readonly name: string;
  /** True means that another schema takes over this schema's fields (`allOf`). */
  readonly isBase: boolean;
}

/** The schemas of an operation's parameters, body and responses. */
export function schemasOf({ parameters, requestBody, responses }: SliceOperation): readonly Schema[] {
  const content = [...(requestBody?.content ?? []), ...responses.flatMap((response) => response.content)];
  return [...parameters, ...content].flatMap(({ schema }) => schema ?? []);
}

function toExample({ name, summary, authored, value }: SliceExample): SliceExample {
  return { name, summary, authored, value };
}

/** A slim schema keeps a sentence of each text, or it drops all texts. */
type SlimProse = "sentences" | "none";

function slimSchema(schema: Json, prose: SlimProse): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => isKept(key, prose));
  const slim = toObject(kept.map(([key, value]) => [key, slimText(key, value)]));
  return mapSubschemas(slim, (inner) => slimSchema(inner, prose));
}

function isKept(key: string, prose: SlimProse): boolean {
  if (forReaders.has(key)) return prose === "sentences";
  return key.startsWith("x-") ? key === "x-unit" : !unused.has(key);
}

const forReaders = new Set([
  "title",
  "description",
  "deprecated",
  "x-enum-descriptions",
  "x-enum-varnames",
  "x-enumDescriptions",
  "x-enumNames",
]);
const unused = new Set(["example", "examples", "externalDocs", "xml", "$comment", "$id", "$schema"]);

function slimText(key: string, value: Json): Json {
  if (key === "description") return shortened(value);
  if (key !== "x-enum-descriptions" && key !== "x-enumDescriptions") return value;
  if (isList(value)) return value.map(shortened);
  return isObject(value) ? toObject(Object.entries(value).map(([name, text]) => [name, shortened(text)])) : value;
}

function shortened(value: Json): Json {
  return typeof value === "string" ? firstSentence(value) : value;
}
