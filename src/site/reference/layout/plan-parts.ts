import type { ContractVersion } from "#settings/resolve-config.ts";
import type { Contract, Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { pageBudget, type ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { Prose } from "#shared/document.ts";
import { toFileName } from "#shared/file-name.ts";
import { groupBy } from "#shared/group-by.ts";
import { collisionKey, type Route, toRoute } from "#shared/route.ts";
import { longestCode } from "#shared/samples/long-code.ts";

import { toHref } from "#site/links/link-resolver.ts";
import { splitOperation, type SplitPlace, splitSchema } from "./split-places.ts";
import { inPages, type PageOf } from "./in-pages.ts";
import { nameSchemaPages } from "./name-schema-pages.ts";
import { menuWeight, type PartScales, shellWeight } from "./weigh-parts.ts";
import { fits, joinWeights, type Weight, without } from "./weigh-text.ts";

export interface ReferenceInputs {
  readonly contract: Contract;
  /** What the contract's texts say. */
  readonly texts: ReadonlyMap<string, Prose>;
  /** What the settings say of the pages. */
  readonly layout: ContractVersion["layout"];
  /** Where the version is published. */
  readonly route: Route;
  /** The routes of all other pages. */
  readonly taken: readonly Route[];
  readonly baseUrl: string;
}

/** A page that prints nothing. Operations that share a page print two levels of named schemas in place. */
export const nothing = {
  group: null,
  section: null,
  tags: [],
  webhooks: [],
  schemas: [],
  operation: null,
  place: null,
  levels: 2,
  maxCode: longestCode,
  isBrief: false,
  parts: [],
} as const;

type PartContent = Pick<ReferencePart, "label"> & Partial<Omit<ReferencePart, "route" | "href">>;

/** What an operation's own page may weigh before it prints fewer levels of schemas than it could: readers look for one field. */
const comfort: Weight = { elements: 3_000, bytes: 140_000 };

/** How much of each piece of code an operation's own page may print. */
const codeSizes = [longestCode, 10_000, 2_000];

/** Plans the pages below the list of contents, each within the budget, and at an address that nothing else has. */
export class PartPlanner {
  readonly #inputs: ReferenceInputs;
  readonly #scales: PartScales;
  readonly #taken: Set<string>;
  /** What a page has room for beside its shell and the menu's names of pages. */
  readonly #room: Weight;

  constructor(inputs: ReferenceInputs, scales: PartScales) {
    this.#inputs = inputs;
    this.#scales = scales;
    this.#taken = new Set(inputs.taken.map(collisionKey));
    this.#room = without(without(pageBudget, shellWeight), menuWeight);
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
    const head = this.#scales.tag(tag);
    if (this.#haveRoom(tag.operations, head)) return [this.#part(slug, { label: tag.displayName, group, tags: [tag] })];
    return this.#lists(tag.operations, head).map(({ items, words }) => {
      const displayName = `${tag.displayName}${words}`;
      const content = { label: displayName, group, tags: [{ ...tag, displayName, operations: [] }] };
      const list = this.#part(slug, content);
      return { ...list, parts: this.#operationParts(items, group) };
    });
  }

  #webhookParts(webhooks: readonly Operation[]): readonly ReferencePart[] {
    const head = { elements: 8, bytes: 500 };
    if (this.#haveRoom(webhooks, head)) return [this.#part("webhooks", { label: "Webhooks", webhooks })];
    return this.#lists(webhooks, head).map(({ items, words }) => {
      const list = this.#part("webhooks", { label: `Webhooks${words}` });
      return { ...list, parts: this.#operationParts(items, null) };
    });
  }

  /** Whether operations share a page. */
  #haveRoom(operations: readonly Operation[], head: Weight): boolean {
    if (this.#inputs.layout === "operations" && operations.length > 0) return false;
    const printed = operations.flatMap((operation) => [
      this.#scales.operation(operation, nothing),
      this.#scales.named(operation),
    ]);
    return fits(joinWeights([head, ...printed]), this.#room);
  }

  /** Operations by the pages that list them. The menu lists them as well, and still leaves half of a page to each of them. */
  #lists(operations: readonly Operation[], head: Weight): readonly PageOf<Operation>[] {
    const half = { elements: this.#room.elements / 2, bytes: this.#room.bytes / 2 };
    return inPages(
      operations,
      (operation) => joinWeights([this.#scales.listed(operation), this.#scales.named(operation)]),
      without(half, head),
    );
  }

  #operationParts(operations: readonly Operation[], group: string | null): readonly ReferencePart[] {
    const room = without(this.#room, joinWeights(operations.map((operation) => this.#scales.named(operation))));
    return operations.map((operation) => this.#operationPart(operation, group, room));
  }

  /** An operation by itself prints as many levels of schemas as are good to read, and links them all where that is too much. */
  #operationPart(operation: Operation, group: string | null, room: Weight): ReferencePart {
    const maxCode = this.#codeOf(operation, room);
    const weigh = (levels: number): Weight => this.#scales.operation(operation, { levels, maxCode });
    const levels =
      [4, 3].find((deep) => fits(weigh(deep), comfort)) ?? [2, 1].find((less) => fits(weigh(less), room)) ?? 0;
    const part = this.#part(operation.anchor, { label: operation.summary, group, operation, levels, maxCode });
    if (fits(weigh(levels), room)) return part;
    const schemas = this.#inputs.contract.schemaByName;
    const places = splitOperation(operation, { whole: weigh(0), schemas }, { scales: this.#scales, room });
    const owner = { folder: operation.anchor, name: operation.summary, mark: ": " };
    return { ...part, parts: this.#placeParts(places, owner) };
  }

  /** All code where there is room for it, and else as much as leaves half a page to the fields. */
  #codeOf(operation: Operation, room: Weight): number {
    if (fits(this.#scales.operation(operation, { levels: 0, maxCode: longestCode }), room)) return longestCode;
    const half = { elements: room.elements / 2, bytes: room.bytes / 2 };
    return codeSizes.find((maxCode) => fits(this.#scales.frame(operation, maxCode), half)) ?? 0;
  }

  /** Many schemas are printed by initial, so that a new one does not move the others. */
  #schemaPart(schemas: readonly NamedSchema[]): ReferencePart {
    const [all, ...more] = this.#schemaPages(schemas);
    if (all !== undefined && more.length === 0) return this.#schemasPart("schemas", "Schemas", all.items);
    const root = this.#part("schemas", { label: "Schemas" });
    const parts = byInitial(schemas).flatMap(([initial, named]) => {
      const pages = this.#schemaPages(named);
      const names = pages.length === 1 ? [initial.toUpperCase()] : nameSchemaPages(pages.map(({ items }) => items));
      return pages.map(({ items }, index) => {
        const label = names[index] ?? "";
        return { ...this.#schemasPart(`schemas/${initial}`, label, items), title: `Schemas: ${label}` };
      });
    });
    const names = schemas.map(({ anchor, name }) => this.#scales.named({ anchor, summary: name }));
    return { ...root, parts, isBrief: !fits(joinWeights(names), this.#room) };
  }

  #schemaPages(schemas: readonly NamedSchema[]): readonly PageOf<NamedSchema>[] {
    return inPages(schemas, (named) => this.#weighSchema(named), this.#room);
  }

  #weighSchema(named: NamedSchema): Weight {
    const { anchor, name } = named;
    return joinWeights([this.#scales.schema(named), this.#scales.named({ anchor, summary: name })]);
  }

  #schemasPart(slug: string, label: string, schemas: readonly NamedSchema[]): ReferencePart {
    const part = this.#part(slug, { label, schemas });
    const [only, another] = schemas;
    if (only === undefined || another !== undefined || fits(this.#weighSchema(only), this.#room)) return part;
    const places = splitSchema(only, { scales: this.#scales, room: this.#room });
    const folder = `schemas/${only.anchor.replace(/^schema-/, "")}`;
    return { ...part, parts: this.#placeParts(places, { folder, name: only.name, mark: "." }) };
  }

  /** The pages of places that were taken out of a page, named by where they stand. */
  #placeParts(places: readonly SplitPlace[], owner: PlaceOwner): readonly ReferencePart[] {
    return places.map(({ place, path, words, slug, parts }) => {
      const name = path.join(".");
      const title = inWords(name === "" ? owner.name : owner.name + owner.mark + name, words);
      const content = { label: inWords(name, words), title, place, levels: 0 };
      const address = [owner.folder, ...slug.map(toSlug)].filter((part) => part !== "").join("/");
      return { ...this.#part(address, content), parts: this.#placeParts(parts, owner) };
    });
  }

  #part(slug: string, content: PartContent): ReferencePart {
    const route = this.#claim(slug.split("/").map(toFileName).join("/"));
    return { ...nothing, title: content.label, ...content, route, href: toHref(route, this.#inputs.baseUrl) };
  }

  #claim(slug: string): Route {
    const { route } = this.#inputs;
    const end = route.endsWith("/") ? "/" : "";
    for (let number = 1; ; number += 1) {
      const free = toRoute(`${route}/${slug}${number === 1 ? "" : `-${number}`}${end}`);
      if (this.#taken.has(collisionKey(free))) continue;
      this.#taken.add(collisionKey(free));
      return free;
    }
  }
}

/** Pages, the first of which has the anchor of them all. */
function asSection(section: ReferencePart["section"], parts: readonly ReferencePart[]): readonly ReferencePart[] {
  return parts.map((part, index) => (index === 0 ? { ...part, section } : part));
}

/** What places stand in. */
interface PlaceOwner {
  readonly folder: string;
  readonly name: string;
  /** What stands between its name and theirs. */
  readonly mark: string;
}

/** By name, in any letter case; those that start with no letter come first. */
function byInitial(schemas: readonly NamedSchema[]): readonly (readonly [string, readonly NamedSchema[]])[] {
  const named = schemas.map((schema) => ({ key: schema.name.toLowerCase(), schema }));
  const sorted = named.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const groups = groupBy(
    sorted.map(({ schema }) => schema),
    ({ name }) => /^[\p{L}]/u.exec(name)?.[0].toLowerCase() ?? "0-9",
  );
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** `filters, values 501–1,000` */
function inWords(name: string, words: string): string {
  return [name, words].filter((part) => part !== "").join(", ");
}
