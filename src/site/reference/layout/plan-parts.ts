import type { ContractVersion } from "#settings/resolve-config.ts";
import type { Contract, Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { PageBudget, ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { Prose } from "#shared/document.ts";
import { groupBy } from "#shared/group-by.ts";
import { collisionKey, type Route, toFileName, toRoute } from "#shared/route.ts";
import { longestCode } from "#shared/samples/long-code.ts";
import { toHref } from "#site/links/link-resolver.ts";
import { splitBySize } from "#site/split-by-size.ts";

import { type Depth, entrySize, nameSize, type PageCounter } from "./count.ts";

export interface ReferenceInputs {
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  /** The settings choose how pages are split; null leaves the choice to the budget. */
  readonly layout: ContractVersion["layout"];
  readonly route: Route;
  readonly siteRoutes: readonly Route[];
  readonly baseUrl: string;
  readonly budget: PageBudget;
}

/** An empty part prints nothing until its caller adds content. */
export function emptyPart({ listLength }: PageBudget) {
  const nothing = { group: null, section: null, tags: [], webhooks: [], schemas: [], operation: null } as const;
  return { ...nothing, levels: 2, maxCode: longestCode, listLength, isBrief: false, parts: [] } as const;
}

type PartContent = Pick<ReferencePart, "label"> & Partial<Omit<ReferencePart, "route" | "href">>;

/** Parts that share a page are printed with their whole lists. */
export function wholeDepth(budget: PageBudget): Depth {
  return { ...emptyPart(budget), listLength: Infinity };
}

function depthsFor({ listLength }: PageBudget): readonly Depth[] {
  const expanded = [4, 3, 2, 1, 0].map((levels) => ({ levels, maxCode: longestCode, listLength }));
  const codes = [10_000, 2_000].map((maxCode) => ({ levels: 0, maxCode, listLength }));
  const lists = [5, 20, 60].map((share) => ({ levels: 0, maxCode: 2_000, listLength: Math.ceil(listLength / share) }));
  return [...expanded, ...codes, ...lists];
}

/** The planner plans the pages below the list of contents. Each page keeps to the budget and has a unique address. */
export class PartPlanner {
  readonly #inputs: ReferenceInputs;
  readonly #counter: PageCounter;
  readonly #uses: (name: string) => number;
  readonly #claimed: Set<string>;
  /** A page has this much room beside the names of pages in the menu. */
  readonly #room: number;

  constructor(inputs: ReferenceInputs, counter: PageCounter, uses: (name: string) => number) {
    this.#inputs = inputs;
    this.#counter = counter;
    this.#uses = uses;
    this.#claimed = new Set(inputs.siteRoutes.map(collisionKey));
    this.#room = inputs.budget.fields * 0.97;
  }

  parts(): readonly ReferencePart[] {
    const { tagGroups, webhooks, schemas } = this.#inputs.contract;
    return [
      ...tagGroups.flatMap(({ name, tags }) => tags.flatMap((tag) => this.#tagParts(tag, name))),
      ...(webhooks.length === 0 ? [] : asSection("webhooks", this.#webhookParts(webhooks))),
      ...(schemas.length === 0 ? [] : asSection("schemas", [this.#schemaPart(schemas)])),
    ];
  }

  #tagParts(tag: Tag, group: string | null): readonly ReferencePart[] {
    const slug = tag.anchor.replace(/^tag-/, "");
    const head = this.#counter.tag(tag);
    if (this.#haveRoom(tag.operations, head)) return [this.#part(slug, { label: tag.displayName, group, tags: [tag] })];
    return this.#lists(tag.operations, head).map(({ operations, words }) => {
      const displayName = `${tag.displayName}${words}`;
      const content = { label: displayName, group, tags: [{ ...tag, displayName, operations: [] }] };
      const list = this.#part(slug, content);
      return { ...list, parts: this.#operationParts(operations, group) };
    });
  }

  #webhookParts(webhooks: readonly Operation[]): readonly ReferencePart[] {
    if (this.#haveRoom(webhooks, 2)) return [this.#part("webhooks", { label: "Webhooks", webhooks })];
    return this.#lists(webhooks, 2).map(({ operations, words }) => {
      const list = this.#part("webhooks", { label: `Webhooks${words}` });
      return { ...list, parts: this.#operationParts(operations, null) };
    });
  }

  #haveRoom(operations: readonly Operation[], head: number): boolean {
    const { layout, budget } = this.#inputs;
    if (layout === "operations" && operations.length > 0) return false;
    let left = this.#room - head;
    return operations.every((operation) => {
      left -= this.#counter.operation(operation, wholeDepth(budget)) + nameSize;
      return left >= 0;
    });
  }

  /** The menu repeats these operations on each of their pages, so a list is limited to half of a page. */
  #lists(listed: readonly Operation[], head: number): readonly OperationList[] {
    const lists = splitBySize(listed, () => entrySize + nameSize, this.#room / 2 - head);
    return lists.map((operations, index) => ({
      operations,
      words: lists.length === 1 ? "" : ` (${index + 1} of ${lists.length})`,
    }));
  }

  #operationParts(operations: readonly Operation[], group: string | null): readonly ReferencePart[] {
    const room = this.#room - nameSize * operations.length;
    return operations.map((operation) => {
      const depth = this.#depthOf((printed) => this.#counter.operation(operation, printed), room);
      return this.#part(operation.anchor, { label: operation.summary, group, operation, ...depth });
    });
  }

  #depthOf(count: (depth: Depth) => number, room: number): Depth {
    const depths = depthsFor(this.#inputs.budget);
    return depths.find((depth) => count(depth) <= room) ?? depths.at(-1) ?? emptyPart(this.#inputs.budget);
  }

  /** Many schemas are grouped by initial, so that a new schema leaves the existing schemas on their pages. */
  #schemaPart(schemas: readonly NamedSchema[]): ReferencePart {
    const [all, ...more] = this.#schemaPages(schemas);
    if (all !== undefined && more.length === 0) return this.#schemasPart("schemas", "Schemas", all);
    const root = this.#part("schemas", { label: "Schemas" });
    const parts = byInitial(schemas).flatMap(([initial, named]) => {
      const pages = this.#schemaPages(named);
      const names = pages.length === 1 ? [initial.toUpperCase()] : nameSchemaPages(pages);
      return pages.map((page, index) => {
        const label = names[index] ?? "";
        return { ...this.#schemasPart(`schemas/${initial}`, label, page), title: `Schemas: ${label}` };
      });
    });
    return { ...root, parts, isBrief: nameSize * schemas.length > this.#room };
  }

  #schemaPages(schemas: readonly NamedSchema[]): readonly (readonly NamedSchema[])[] {
    const depth = wholeDepth(this.#inputs.budget);
    return splitBySize(schemas, (named) => this.#countSchema(named, depth), this.#room);
  }

  #countSchema(named: NamedSchema, depth: Depth): number {
    return this.#counter.schema(named, depth, this.#uses(named.name)) + nameSize;
  }

  #schemasPart(slug: string, label: string, schemas: readonly NamedSchema[]): ReferencePart {
    const [only, another] = schemas;
    if (only === undefined || another !== undefined) return this.#part(slug, { label, schemas });
    const depth = this.#depthOf((printed) => this.#countSchema(only, printed), this.#room);
    return this.#part(slug, { label, schemas, ...depth });
  }

  #part(slug: string, content: PartContent): ReferencePart {
    const { baseUrl, budget } = this.#inputs;
    const route = this.#claim(slug.split("/").map(toFileName).join("/"));
    return { ...emptyPart(budget), title: content.label, ...content, route, href: toHref(route, baseUrl) };
  }

  #claim(slug: string): Route {
    const { route } = this.#inputs;
    const end = route.endsWith("/") ? "/" : "";
    for (let number = 1; ; number += 1) {
      const free = toRoute(`${route}/${slug}${number === 1 ? "" : `-${number}`}${end}`);
      if (this.#claimed.has(collisionKey(free))) continue;
      this.#claimed.add(collisionKey(free));
      return free;
    }
  }
}

interface OperationList {
  readonly operations: readonly Operation[];
  /** The words are ` (2 of 3)`, or empty when a single page lists all operations. */
  readonly words: string;
}

function asSection(section: ReferencePart["section"], parts: readonly ReferencePart[]): readonly ReferencePart[] {
  return parts.map((part, index) => (index === 0 ? { ...part, section } : part));
}

function keyOf({ name }: NamedSchema): string {
  return name.toLowerCase();
}

function byInitial(schemas: readonly NamedSchema[]): readonly (readonly [string, readonly NamedSchema[]])[] {
  const sorted = schemas.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
  const groups = groupBy(sorted, (named) => /^\p{L}/u.exec(keyOf(named))?.[0] ?? "0-9");
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * A page of sorted schemas is named after its first and its last schema. Words that both names start with appear once:
 * `webhook-issues-labeled – opened`.
 */
export function nameSchemaPages(pages: readonly (readonly Pick<NamedSchema, "name">[])[]): readonly string[] {
  const ends = pages.map((page) => ({ first: page[0]?.name ?? "", last: page.at(-1)?.name ?? "" }));
  return ends.map(({ first, last }, index) => {
    if (first === last) return first;
    const shared = countShared(first, last);
    const from = cutName(first, Math.max(shared, countShared(first, ends[index - 1]?.last ?? "")));
    const to = cutName(last, Math.max(shared, countShared(last, ends[index + 1]?.first ?? "")));
    const said = wordsOf(last).slice(0, shared).join("");
    return `${from} – ${shared === 0 ? to : to.slice(said.length).replace(/^[^\p{L}\p{N}]+/u, "")}`;
  });
}

const longestName = 32;

/** A name is cut after the word that sets it apart, or later as long as it stays short. */
function cutName(name: string, shared: number): string {
  const words = wordsOf(name);
  const starts = words.map((_, index) => words.slice(0, index + 1).join(""));
  const shown = starts.findLast((text, index) => index <= shared || text.length <= longestName) ?? name;
  return name.length <= longestName || shown === name ? name : `${shown}…`;
}

function countShared(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const differing = left.findIndex((word, index) => word !== right[index]);
  return differing < 0 ? left.length : differing;
}

/** Each word includes the punctuation before it, so that joining all words restores the name. */
function wordsOf(name: string): readonly string[] {
  return name.match(/[^\p{L}\p{N}]*(?:\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+)|[^\p{L}\p{N}]+$/gu) ?? [name];
}
