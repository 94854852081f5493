import type { Contract, Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ReferencePart } from "#shared/contract/reference.ts";
import type { RequestContent } from "#shared/contract/request.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { Markdown } from "#shared/contract/text.ts";
import type { Markup, Prose } from "#shared/document.ts";
import { toJsonText } from "#shared/json/json.ts";

import { listsOfOperation, listsOfSchema, type PrintedList, type Printing } from "./printed-lists.ts";

/** How much of an operation or a schema a page prints. */
export type Depth = Pick<ReferencePart, "levels" | "maxCode" | "listLength">;

/** So many characters of text, and of code with its colors, take as much of a page as a field. */
const [textOfField, codeOfField] = [200, 100];

/** What an operation with its samples, a schema and a panel of code have around them, in fields. */
const [operationFrame, schemaFrame, panelFrame] = [7, 6, 1];

/** Names of pages and operations, in fields: in the menu, and in a list of contents. */
export const [nameSize, entrySize] = [0.7, 2.5];

/** How many panels one piece of code has at most, and how many uses a schema names. */
const [maxPanels, maxUses] = [8, 30];

/** Counts what the parts of a reference take of a page, in fields, before they are printed. */
export class PageCounter {
  readonly #contract: Contract;
  readonly #texts: ReadonlyMap<string, Prose>;
  readonly #lengths = new Map<string, number>();

  constructor(contract: Contract, texts: ReadonlyMap<string, Prose>) {
    this.#contract = contract;
    this.#texts = texts;
  }

  /** The top of the first page. */
  introduction(): number {
    const { summary, description, servers, securitySchemes, externalDocs } = this.#contract;
    const described = [...servers, ...securitySchemes].map((part) => part.description);
    const texts = [summary, description, externalDocs?.description ?? null, ...described];
    return 10 + 5 * (servers.length + securitySchemes.length) + this.#text(texts);
  }

  /** A tag without its operations. */
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

  /** Everything of an operation and its callbacks but their lists. */
  #frame(operation: Operation, depth: Depth): number {
    const { path, responses, requestBody, externalDocs, servers, description, callbacks } = operation;
    const texts = [
      ...[description, externalDocs?.description ?? null, requestBody?.description ?? null],
      ...responses.flatMap((response) => [response.description, ...response.links.map((link) => link.description)]),
      ...servers.map((server) => server.description),
    ];
    const codes = codesOf(operation).map((length) => countCode(length, depth));
    const called = callbacks.flatMap(({ operations }) => operations.map((inner) => this.#frame(inner, depth)));
    const own = operationFrame + path.split("/").length / 3 + responses.length + 2 * servers.length;
    return own + this.#text(texts) + sum(codes) + sum(called);
  }

  #printing({ levels, listLength }: Depth): Printing {
    const lengthOf = (text: Markdown | null): number => this.#lengthOf(text);
    return { schemaByName: this.#contract.schemaByName, levels, answered: levels, listLength, lengthOf };
  }

  #text(texts: readonly (Markdown | null)[]): number {
    return sum(texts.map((text) => this.#lengthOf(text))) / textOfField;
  }

  /** Of a text as HTML. */
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
  for (const { shown, marks, characters } of lists) fields += shown * marks + characters / textOfField;
  return fields;
}

/** The lengths of the code beside an operation: its own samples, what it's sent in three languages, and examples. */
function codesOf({ request, requestBody, responses, samples }: Operation): readonly number[] {
  const [, ...bodies] = requestBody?.content.flatMap((media) => media.examples) ?? [];
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

/** An address isn't known yet. */
const addressLength = 150;

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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
