import type { Origins } from "#read/yaml/origins.ts";
import type { InternalNames, InternalOperation } from "#shared/contract/contract.ts";
import { isItemMethod } from "#shared/contract/request.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { plural } from "#shared/english.ts";
import { followReferences, targetOf } from "#shared/json/json-pointer.ts";
import {
  entriesAt,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
  without,
} from "#shared/json/json.ts";

import { toOperationAnchor } from "./convert/names.ts";
import { openApiShapes } from "./structure/openapi-shapes.ts";
import { componentPointer, usedComponents } from "./structure/used-components.ts";
import { transformDocument } from "./structure/walk-document.ts";

interface PublicDocument {
  readonly document: JsonObject;
  readonly internal: InternalNames;
  /** One finding for all that is internal; none where nothing is. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A document of OpenAPI 3.1 without what its author marks as internal (`x-internal` of an operation, a path or a tag),
 * without links to it, and without the components that only this uses.
 */
export function toPublicDocument(document: JsonObject, file: string, origins: Origins): PublicDocument {
  const { value, removed } = new InternalParts(document, origins).remove();
  const [first] = removed;
  if (first === undefined) return { document, internal: { operations: [], schemas: [] }, diagnostics: [] };
  const shown = withoutUnused(withoutLinksTo(removed, value, { whole: document, origins }), document, origins);
  const schemas = schemaNamesOf(document).filter((name) => !schemaNamesOf(shown).includes(name));
  const operations = removed.map(({ id, path }) => ({ id, path }));
  const verb = removed.length === 1 ? "is" : "are";
  const count = plural(removed.length, "operation");
  const message = `${count} ${verb} marked as internal (\`x-internal\`), and ${verb} published nowhere`;
  const finding = diagnose("contract/unsupported", message, origins.of(first.node) ?? startOf(file));
  return { document: shown, internal: { operations, schemas }, diagnostics: [finding] };
}

function schemaNamesOf(document: JsonObject): readonly string[] {
  return entriesAt(objectAt(document, "components") ?? {}, "schemas").map(([name]) => name);
}

/** The key of a path item; the anchors of webhooks begin with a prefix. */
interface ItemName {
  readonly path: string;
  readonly prefix: string;
}

class InternalParts {
  readonly #document: JsonObject;
  readonly #origins: Origins;
  readonly #tags: ReadonlySet<string>;
  readonly #removed: RemovedOperation[] = [];

  constructor(document: JsonObject, origins: Origins) {
    this.#document = document;
    this.#origins = origins;
    const internal = listAt(document, "tags").filter((tag) => flagAt(tag, mark));
    this.#tags = new Set(internal.flatMap((tag) => textAt(tag, "name") ?? []));
  }

  remove() {
    const value = this.#origins.changeMembers(this.#document, (member, key) => {
      if (isList(member) && key === "tags")
        return this.#origins.changeElements(member, (tag) => (flagAt(tag, mark) ? undefined : tag));
      if (isList(member) && key === "x-tagGroups")
        return this.#origins.changeElements(member, (group) => (isObject(group) ? this.#withPublicTags(group) : group));
      if (!isObject(member) || (key !== "paths" && key !== "webhooks")) return member;
      const prefix = key === "webhooks" ? "webhook-" : "";
      return this.#origins.changeMembers(member, (item, path) => this.#toPublicItem(item, { path, prefix }));
    });
    return { value, removed: this.#removed };
  }

  #withPublicTags(owner: JsonObject): JsonObject {
    const toPublic = (tag: Json): Json | undefined =>
      typeof tag === "string" && this.#tags.has(tag) ? undefined : tag;
    return this.#origins.changeMembers(owner, (member, key) =>
      key === "tags" && isList(member) ? this.#origins.changeElements(member, toPublic) : member,
    );
  }

  /** Undefined for a path without a public operation; the item as it's stated where all of them are public. */
  #toPublicItem(stated: Json, name: ItemName): Json | undefined {
    const item = followReferences(stated, this.#document);
    if (item === null) return stated;
    const isInternal = flagAt(item, mark) || flagAt(stated, mark);
    let count = 0;
    const before = this.#removed.length;
    const change = (node: Json, method: string): Json | undefined => {
      const operation = isObject(node) ? this.#toPublicOperation(node, isInternal, { ...name, method }) : node;
      if (isObject(operation)) count += 1;
      return operation;
    };
    const changed = this.#origins.changeMembers(item, (member, key) => {
      if (key === "additionalOperations" && isObject(member)) return this.#origins.changeMembers(member, change);
      return isItemMethod(key) ? change(member, key) : member;
    });
    if (count === 0 && this.#removed.length > before) return undefined;
    return changed === item ? stated : changed;
  }

  #toPublicOperation(
    node: JsonObject,
    isInternal: boolean,
    { path, prefix, method }: ItemName & { readonly method: string },
  ): JsonObject | undefined {
    const tags = textsAt(node, "tags");
    if (!isInternal && !flagAt(node, mark) && (tags.length === 0 || tags.some((tag) => !this.#tags.has(tag))))
      return this.#withPublicTags(node);
    const id = textAt(node, "operationId") || prefix + toOperationAnchor(method, path);
    this.#removed.push({ id, path, node });
    return undefined;
  }
}

const mark = "x-internal";

interface RemovedOperation extends InternalOperation {
  readonly node: JsonObject;
}

/**
 * A document without the links of responses that lead to removed operations: their names and paths would be in them. `whole`
 * is the document with all operations, into which references of links lead.
 */
function withoutLinksTo(
  removed: readonly RemovedOperation[],
  document: JsonObject,
  { whole, origins }: { readonly whole: JsonObject; readonly origins: Origins },
): JsonObject {
  const nodes = new Set(removed.map(({ node }) => node));
  const ids = new Set(removed.map(({ id }) => id));
  const leadsToRemoved = (stated: Json): boolean => {
    const link = followReferences(stated, whole);
    const [id, reference] = [textAt(link, "operationId"), textAt(link, "operationRef")];
    if (id !== null) return ids.has(id);
    const target = reference === null ? null : targetOf(whole, reference);
    return target !== null && nodes.has(target);
  };
  const edit = (owner: JsonObject, shape: string): JsonObject =>
    origins.changeMembers(owner, (member, key) => {
      const holdsLinks = key === "links" && (shape === "response" || shape === "components") && isObject(member);
      return holdsLinks ? origins.changeMembers(member, (link) => (leadsToRemoved(link) ? undefined : link)) : member;
    });
  return transformDocument(document, { shapes: openApiShapes, origins, edit });
}

/** `whole` is the document with all operations: what they use and `document` doesn't is left out. */
function withoutUnused(document: JsonObject, whole: JsonObject, origins: Origins): JsonObject {
  const ofAll = usedComponents([without(whole, "components")], whole);
  const apart = entriesAt(document, "components").flatMap(([kind, section]) =>
    Object.entries(isObject(section) ? section : {}).flatMap(([name, part]) =>
      ofAll.has(componentPointer(kind, name)) ? [] : [part],
    ),
  );
  const ofPublic = usedComponents([without(document, "components"), ...apart], document);
  const isPublic = (pointer: string): boolean => !ofAll.has(pointer) || ofPublic.has(pointer);
  return origins.changeMembers(document, (member, key) => {
    if (key !== "components" || !isObject(member)) return member;
    return origins.changeMembers(member, (section, kind) =>
      isObject(section)
        ? origins.changeMembers(section, (component, name) =>
            isPublic(componentPointer(kind, name)) ? component : undefined,
          )
        : section,
    );
  });
}
