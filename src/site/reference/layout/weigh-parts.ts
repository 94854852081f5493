import type { Contract, Tag } from "#shared/contract/contract.ts";
import { listOf, type NamedSchema, resolveSchema } from "#shared/contract/schema.ts";
import type { MediaType, Operation, Parameter } from "#shared/contract/operation.ts";
import type { Reference } from "#shared/contract/reference.ts";
import type { RequestContent } from "#shared/contract/request.ts";
import type { Prose } from "#shared/document.ts";
import { toJsonText } from "#shared/json/json.ts";
import { longestCode } from "#shared/samples/long-code.ts";

import { type Load, joinLoads, loadAt, SchemaScales } from "./weigh-schemas.ts";
import { bytesOf, joinWeights, weighCode, weighText, type Weight } from "./weigh-text.ts";

/** What stands around every page of a site: bars, forms, footer, head, and what a site puts there. */
export const shellWeight: Weight = { elements: 450, bytes: 36_000 };

interface Weighed {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly uses: Reference["usesByName"];
}

/** How an operation is printed. */
interface Printing {
  /** How many levels of named schemas stand in place. */
  readonly levels: number;
  /** How many of them in its responses: where the schemas are on the page, none. */
  readonly answered?: number;
  /** How many characters of one piece of code. */
  readonly maxCode: number;
}

/** The names of pages that a menu shows. */
export const menuWeight: Weight = { elements: 250, bytes: 12_000 };

/**
 * Weighs the parts of a reference before they are printed, on the heavy side: `tests/site/page-budget` holds that against pages
 * as they are.
 */
export class PartScales {
  readonly #contract: Contract;
  readonly #texts: ReadonlyMap<string, Prose>;
  readonly #uses: Reference["usesByName"];
  /** By how much of each piece of code is printed. */
  readonly #frames = new Map<number, WeakMap<Operation, Weight>>();
  readonly schemas: SchemaScales;

  constructor({ contract, texts, uses }: Weighed) {
    this.#contract = contract;
    this.#texts = texts;
    this.#uses = uses;
    this.schemas = new SchemaScales(contract.schemaByName, texts);
  }

  /** The top of the first page. */
  introduction(): Weight {
    const { summary, description, servers, securitySchemes, externalDocs } = this.#contract;
    const texts = [summary, description, externalDocs?.description ?? null];
    return joinWeights([
      { elements: 60, bytes: 4_000 },
      ...[...texts, ...servers.map((server) => server.description)].map((text) => weighText(text, this.#texts)),
      ...securitySchemes.map((scheme) => weighText(scheme.description, this.#texts)),
      { elements: 30 * servers.length, bytes: 1_500 * servers.length },
      { elements: 25 * securitySchemes.length, bytes: 2_000 * securitySchemes.length },
    ]);
  }

  /** A tag without its operations. */
  tag({ displayName, description, externalDocs }: Tag): Weight {
    const texts = [description, externalDocs?.description ?? null].map((text) => weighText(text, this.#texts));
    return joinWeights([{ elements: 8, bytes: 500 + 4 * bytesOf(displayName) }, ...texts]);
  }

  /** An operation with all that is printed of it. */
  operation(operation: Operation, printing: Printing): Weight {
    const { levels, answered = levels, maxCode } = printing;
    const callbacks = operation.callbacks.flatMap(({ operations }) => operations);
    return joinWeights([
      this.frame(operation, maxCode),
      loadAt(joinLoads(this.#fields(operation, levels, answered)), operation.anchor),
      ...callbacks.map((called) => this.operation(called, printing)),
    ]);
  }

  #fields({ parameters, requestBody, responses }: Operation, levels: number, answered: number): readonly Load[] {
    return [
      ...parameters.map((parameter) => this.parameter(parameter, levels)),
      ...(requestBody?.content ?? []).map((media) => this.#body(media, levels)),
      ...responses.flatMap(({ status, content, headers }) => [
        ...content.flatMap(({ schema }) => (schema === null ? [] : [folded, this.schemas.details(schema, answered)])),
        ...headers.map((header) => this.parameter({ ...header, name: `${status}~~headers.${header.name}` }, levels)),
      ]),
    ];
  }

  /** Everything of an operation but its fields. */
  frame(operation: Operation, maxCode: number): Weight {
    const frames = this.#frames.get(maxCode) ?? new WeakMap<Operation, Weight>();
    this.#frames.set(maxCode, frames);
    const known = frames.get(operation);
    if (known !== undefined) return known;
    const { anchor, summary, path, responses, requestBody, externalDocs, servers, description } = operation;
    const texts = [
      ...[description, externalDocs?.description ?? null, requestBody?.description ?? null],
      ...responses.flatMap((response) => [response.description, ...response.links.map((link) => link.description)]),
      ...servers.map((server) => server.description),
    ];
    const segments = path.split("/").length;
    const weight = joinWeights([
      { elements: 32 + 2 * segments, bytes: 1_500 + 13 * anchor.length + 4 * bytesOf(summary) + 3 * bytesOf(path) },
      { elements: 4 * responses.length + 12 * servers.length, bytes: 160 * responses.length + 900 * servers.length },
      ...texts.map((text) => weighText(text, this.#texts)),
      ...this.#samples(operation, maxCode),
    ]);
    frames.set(operation, weight);
    return weight;
  }

  /** The section of a named schema. */
  schema({ name, anchor, schema, example }: NamedSchema): Weight {
    const list = listOf(schema);
    const uses = Math.min(maxUses, this.#uses.get(name)?.length ?? 0);
    return joinWeights([
      { elements: 24, bytes: 900 + 6 * bytesOf(name) },
      { elements: 2 * uses, bytes: 200 * uses },
      loadAt(joinLoads([this.schemas.members(list, 0), this.schemas.enum(list.enum)]), anchor),
      weighText(schema.description, this.#texts),
      ...(example === null ? [] : [weighCode(example, longestCode)]),
    ]);
  }

  /** The line of an operation in a list of contents. */
  listed({ anchor, summary, path }: Operation): Weight {
    const segments = path.split("/").length;
    const bytes = 160 + 3 * anchor.length + bytesOf(summary) + 2 * bytesOf(path) + 20 * segments;
    return { elements: 5 + 2 * segments, bytes };
  }

  /** The line of an operation in the menu. */
  named({ anchor, summary }: Pick<Operation, "anchor" | "summary">): Weight {
    return { elements: 4, bytes: 150 + 2 * anchor.length + bytesOf(summary) };
  }

  /** A parameter, or a header of a response. */
  parameter({ name, required, schema, description }: Omit<Parameter, "in">, levels: number): Load {
    const value = { name: `header.${name}`, required, schema, description: description ?? schema.description };
    return this.schemas.value(value, levels);
  }

  #body({ schema }: MediaType, levels: number): Load {
    if (schema === null) return { elements: 3, bytes: 100, anchors: 0 };
    const resolved = resolveSchema(schema, this.#contract.schemaByName);
    const list = listOf(resolved);
    const own = { elements: 12, bytes: 900, anchors: 0 };
    const values = schema.ref === null ? this.schemas.enum(list.enum) : this.schemas.valuesInUse(list.enum);
    return joinLoads([own, values, this.schemas.members(list, levels), this.schemas.text(resolved.description)]);
  }

  #samples({ request, requestBody, responses, samples }: Operation, maxCode: number): readonly Weight[] {
    const [, ...bodies] = requestBody?.content.flatMap((media) => media.examples) ?? [];
    const answers = responses.flatMap(({ content }) => content.flatMap((media) => media.examples));
    const codes = [...bodies.slice(0, maxPanels), ...answers.slice(0, maxPanels)].map(({ text, description }) =>
      joinWeights([panel, weighCode(text, maxCode), weighText(description, this.#texts)]),
    );
    const own = samples.map(({ code }) => joinWeights([panel, weighCode(code, maxCode)]));
    if (request === null) return [...codes, ...own];
    const fields = Math.min(
      request.query.length + request.headers.length + request.credentials.length,
      Math.ceil(maxCode / charactersOfField),
    );
    const body = weighCode(bodyText(request.body), maxCode);
    const written = { elements: 55 + 6 * fields, bytes: 3_900 + 400 * fields + 4 * bytesOf(request.path) };
    return [...codes, ...own, written, body, body, body];
  }
}

/** What leads to the section of a schema. */
const folded: Load = { elements: 4, bytes: 220, anchors: 1 };

/** Code in its frame, with the ways to copy and to open it, and the tab that shows it. */
const panel: Weight = { elements: 12, bytes: 480 };

/** What a parameter takes of a sample, in the shortest language. */
const charactersOfField = 20;

/** How many panels one piece of code has at most, and how many uses a schema names. */
const [maxPanels, maxUses] = [8, 30];

function bodyText(body: RequestContent): string {
  switch (body.kind) {
    case "json":
      return toJsonText(body.value, 2);
    case "text":
      return body.text;
    case "form":
      return body.parts
        .map((part) => `"${part.name}": "${part.kind === "field" ? part.value : part.fileName}"`)
        .join("\n");
    case "none":
    case "file":
      return "";
  }
}
