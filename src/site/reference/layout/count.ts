import { type Contract, type Tag, tagsOf } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { maxPanels, maxUses, type ReferencePart } from "#shared/contract/reference.ts";
import type { RequestContent } from "#shared/contract/request.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { Markdown } from "#shared/contract/text.ts";
import type { Markup, Prose } from "#shared/document.ts";
import { toJsonText } from "#shared/json/json.ts";
import { furtherExamples } from "#shared/samples/sampled.ts";

import {
  addressLength,
  listsOfOperation,
  listsOfSchema,
  type PrintedList,
  type Printing,
  sum,
} from "./printed-lists.ts";

export type Depth = Pick<ReferencePart, "levels" | "maxCode" | "listLength">;

/** This many characters of text, or of code with its colors, take as much of a page as a field. */
const [textOfField, codeOfField] = [200, 100];

/** These frames surround an operation with its samples, a schema, and a panel of code. They're measured in fields. */
const [operationFrame, schemaFrame, panelFrame] = [7, 6, 1];

/** The name of a page or an operation takes this many fields in the menu, and this many in a list of contents. */
export const [nameSize, entrySize] = [0.7, 2.5];

/** The counter measures, in fields, how much of a page each part of a reference takes before the part is printed. */
export class PageCounter {
  readonly #contract: Contract;
  readonly #texts: ReadonlyMap<string, Prose>;
  readonly #lengths = new Map<string, number>();

  constructor(contract: Contract, texts: ReadonlyMap<string, Prose>) {
    this.#contract = contract;
    this.#texts = texts;
  }

  /** The texts before the operations, including those of the tags. */
  introduction(): number {
    const { summary, description, servers, securitySchemes, externalDocs } = this.#contract;
    const described = [...servers, ...securitySchemes].map((part) => part.description);
    const texts = [summary, description, externalDocs?.description ?? null, ...described];
    const tags = tagsOf(this.#contract).map((tag) => this.tag(tag));
    return 10 + 5 * (servers.length + securitySchemes.length) + this.#text(texts) + sum(tags);
  }

  tag({ description, externalDocs }: Tag): number {
    return 2 + this.#text([description, externalDocs?.description ?? null]);
  }

  operation(operation: Operation, depth: Depth, answered = depth.levels): number {
    const printing = { ...this.#printing(depth), answered };
    return this.#frame(operation, depth) + countLists(listsOfOperation(operation, printing));
  }

  schema({ schema, example }: NamedSchema, depth: Depth, uses: number): number {
    const lists = countLists(listsOfSchema(schema, this.#printing(depth)));
    const code = example === null ? 0 : countCode(example.length, depth);
    return schemaFrame + Math.min(uses, maxUses) / 3 + lists + code + this.#text([schema.description]);
  }

  /** The frame of an operation and its callbacks is everything except their lists, which `countLists` counts. */
  #frame(operation: Operation, depth: Depth): number {
    const { path, responses, requestBody, externalDocs, servers, description, pathTexts, callbacks } = operation;
    const texts = [
      ...pathTexts,
      ...[description, externalDocs?.description ?? null, requestBody?.description ?? null],
      ...responses.flatMap((response) => [response.description, ...response.links.map((link) => link.description)]),
      ...servers.map((server) => server.description),
    ];
    const codes = codesOf(operation).map((length) => countCode(length, depth));
    const called = callbacks.flatMap(({ operations }) => operations.map((inner) => this.#frame(inner, depth)));
    const links = responses.flatMap((response) => response.links);
    const lines =
      responses.length + links.length + sum(links.map(({ takes }) => takes.length / 2)) + 2 * servers.length;
    const own = operationFrame + path.split("/").length / 3 + lines;
    return own + this.#text(texts) + sum(codes) + sum(called);
  }

  #printing({ levels, listLength }: Depth): Printing {
    const lengthOf = (text: Markdown | null): number => this.#lengthOf(text);
    return { schemaByName: this.#contract.schemaByName, levels, answered: levels, listLength, lengthOf };
  }

  #text(texts: readonly (Markdown | null)[]): number {
    return sum(texts.map((text) => this.#lengthOf(text))) / textOfField;
  }

  /** A text counts by the length of its HTML, since that's what the page contains. */
  #lengthOf(text: Markdown | null): number {
    if (text === null) return 0;
    const known = this.#lengths.get(text.text);
    if (known !== undefined) return known;
    const length = lengthOfMarkup(this.#texts.get(text.text)?.markup ?? []);
    this.#lengths.set(text.text, length);
    return length;
  }
}

function countLists(lists: Iterable<PrintedList>): number {
  let fields = 0;
  for (const { shown, marks, toLength } of lists) fields += shown * marks + toLength() / textOfField;
  return fields;
}

/** A request counts three times, because a page has its sample in three languages. */
function codesOf({ request, requestBody, responses, samples }: Operation): readonly number[] {
  const bodies = furtherExamples(requestBody?.content ?? []).map(({ example }) => example);
  const answers = responses.flatMap(({ content }) => content.flatMap((media) => media.examples));
  const examples = [...bodies.slice(0, maxPanels), ...answers.slice(0, maxPanels)];
  const authored = [...examples.map(({ text }) => text), ...samples.map(({ code }) => code)].map(
    ({ length }) => length,
  );
  if (request === null) return authored;
  const fields = request.query.length + request.headers.length + request.credentials.length;
  const sent = 150 + request.path.length + 30 * fields + lengthOfBody(request.body);
  return [...authored, sent, sent, sent];
}

function lengthOfBody(body: RequestContent): number {
  switch (body.kind) {
    case "json":
      return toJsonText(body.value, 2).length;
    case "text":
      return body.text.length;
    case "form":
      return 40 * body.parts.length;
    case "none":
    case "file":
      return 0;
  }
}

function lengthOfMarkup(markup: Markup): number {
  const pieces = markup.map((piece) =>
    typeof piece === "string"
      ? piece.length
      : piece.before.length + piece.after.length + addressLength + lengthOfMarkup(piece.content),
  );
  return sum(pieces);
}

function countCode(length: number, { maxCode }: Depth): number {
  return panelFrame + Math.min(length, maxCode) / codeOfField;
}
