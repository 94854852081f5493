import type { Contract, Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { partsOf, type Reference, type ReferencePart, type SchemaUse } from "#shared/contract/reference.ts";
import type { NamedSchema, Schema } from "#shared/contract/schema.ts";
import { toFileName } from "#shared/file-name.ts";
import { collisionKey, type Route, toRoute } from "#shared/route.ts";

import { toHref } from "../links/link-resolver.ts";

interface ReferenceInputs {
  readonly contract: Contract;
  /** Where the version is published. */
  readonly route: Route;
  /** The routes of all other pages. */
  readonly taken: readonly Route[];
  readonly baseUrl: string;
}

/** A contract that has more is printed on several pages. */
const maxPerPage = { operations: 150, schemas: 300 } as const;

/** What one page of several prints at most; a larger tag or initial takes more than one. */
const maxPerPart = 100;

/**
 * Spreads a contract over pages. A small one is one page. A large one is a list of contents at the version's route,
 * with a page for each tag and pages for the schemas below it.
 */
export function planReference(inputs: ReferenceInputs): Reference {
  const { contract, route, baseUrl } = inputs;
  const { operations, webhooks, schemas } = contract;
  const tags = contract.tagGroups.flatMap((group) => group.tags);
  const isLarge = operations.length + webhooks.length > maxPerPage.operations || schemas.length > maxPerPage.schemas;
  const content = isLarge ? { parts: new PartPlanner(inputs).parts() } : { tags, webhooks, schemas };
  const root = {
    ...nothing,
    ...content,
    route,
    href: toHref(route, baseUrl),
    label: contract.title,
    title: contract.title,
  };
  const hrefByAnchor = new Map<string, string>();
  for (const part of partsOf(root)) {
    for (const anchor of anchorsOf(part)) if (!hrefByAnchor.has(anchor)) hrefByAnchor.set(anchor, part.href);
  }
  const anchorByName = new Map(schemas.map(({ name, anchor }) => [name, anchor]));
  return { root, hrefByAnchor, anchorByName, usesByName: toSchemaUses(contract) };
}

function anchorsOf({ tags, webhooks, schemas }: ReferencePart): readonly string[] {
  return [...tags, ...tags.flatMap((tag) => tag.operations), ...webhooks, ...schemas].map(({ anchor }) => anchor);
}

const nothing = { group: null, tags: [], webhooks: [], schemas: [], parts: [] } as const;

type PartContent = Pick<ReferencePart, "label"> & Partial<Omit<ReferencePart, "route" | "href">>;

/** Plans the pages below the list of contents, each at an address that nothing else has. */
class PartPlanner {
  readonly #inputs: ReferenceInputs;
  readonly #taken: Set<string>;

  constructor(inputs: ReferenceInputs) {
    this.#inputs = inputs;
    this.#taken = new Set(inputs.taken.map(collisionKey));
  }

  parts(): readonly ReferencePart[] {
    const { tagGroups, webhooks, schemas } = this.#inputs.contract;
    return [
      ...tagGroups.flatMap(({ name, tags }) => tags.flatMap((tag) => this.#tagParts(tag, name))),
      ...(webhooks.length === 0 ? [] : this.#webhookParts(webhooks)),
      ...(schemas.length === 0 ? [] : [this.#schemaPart(schemas)]),
    ];
  }

  #tagParts(tag: Tag, group: string | null): readonly ReferencePart[] {
    const slug = tag.anchor.replace(/^tag-/, "");
    return inPages(tag.operations).map(({ items, words }) => {
      const displayName = `${tag.displayName}${words}`;
      return this.#part(slug, { label: displayName, group, tags: [{ ...tag, displayName, operations: items }] });
    });
  }

  #webhookParts(webhooks: readonly Operation[]): readonly ReferencePart[] {
    return inPages(webhooks).map(({ items, words }) =>
      this.#part("webhooks", { label: `Webhooks${words}`, webhooks: items }),
    );
  }

  /** Many schemas are printed by initial, so that a new one does not move the others. */
  #schemaPart(schemas: readonly NamedSchema[]): ReferencePart {
    if (schemas.length <= maxPerPart) return this.#part("schemas", { label: "Schemas", schemas });
    const root = this.#part("schemas", { label: "Schemas" });
    const parts = byInitial(schemas).flatMap(([initial, named]) =>
      inPages(named).map(({ items, words }) => {
        const label = `${initial.toUpperCase()}${words}`;
        return this.#part(`schemas/${initial}`, { label, title: `Schemas: ${label}`, schemas: items });
      }),
    );
    return { ...root, parts };
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

interface PageOf<T> {
  readonly items: readonly T[];
  /** ` (2 of 3)`; empty when one page holds all. */
  readonly words: string;
}

/** At least one page, for a tag that has only a description. */
function inPages<T>(items: readonly T[]): readonly PageOf<T>[] {
  const count = Math.max(1, Math.ceil(items.length / maxPerPart));
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * maxPerPart, (index + 1) * maxPerPart),
    words: count === 1 ? "" : ` (${index + 1} of ${count})`,
  }));
}

/** In the order of the alphabet; names that start with no letter come first. */
function byInitial(schemas: readonly NamedSchema[]): readonly (readonly [string, readonly NamedSchema[]])[] {
  const groups = new Map<string, NamedSchema[]>();
  for (const schema of schemas) {
    const initial = /^[\p{L}]/u.exec(schema.name)?.[0].toLowerCase() ?? "0-9";
    const group = groups.get(initial);
    if (group === undefined) groups.set(initial, [schema]);
    else group.push(schema);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Where each named schema is used directly, operations first, in the document's order. */
function toSchemaUses({ operations, schemas }: Contract): ReadonlyMap<string, readonly SchemaUse[]> {
  const uses = new Map<string, SchemaUse[]>();
  const add = (names: ReadonlySet<string>, use: SchemaUse) => {
    for (const name of names) {
      const known = uses.get(name);
      if (known === undefined) uses.set(name, [use]);
      else known.push(use);
    }
  };
  for (const operation of operations) {
    add(new Set(schemasOf(operation).flatMap(refsIn)), { label: operation.summary, anchor: operation.anchor });
  }
  for (const { name, anchor, schema } of schemas) {
    const refs = new Set([...schema.mergedFrom, ...refsIn(schema)]);
    refs.delete(name);
    add(refs, { label: name, anchor });
  }
  return uses;
}

function schemasOf({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const media = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return [...parameters.map(({ schema }) => schema), ...media.flatMap(({ schema }) => schema ?? [])];
}

function refsIn(schema: Schema): readonly string[] {
  if (schema.ref !== null) return [schema.ref];
  const { items, additionalProperties, alternatives, not } = schema;
  const inner = [
    ...[...schema.members, ...schema.patternProperties].map((member) => member.schema),
    ...schema.prefixItems,
    ...(alternatives?.schemas ?? []),
    ...[items, additionalProperties, not].filter((part) => typeof part === "object" && part !== null),
  ];
  return inner.flatMap(refsIn);
}
