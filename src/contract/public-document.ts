import type { Origins } from "#read/yaml/origins.ts";
import { methods } from "#shared/contract/request.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";
import { flagAt, isList, isObject, type Json, type JsonObject, listAt, textAt, textsAt } from "#shared/json/json.ts";
import { followReferences, targetOf, toPointer } from "#shared/json/json-pointer.ts";

interface DocumentPlace {
  readonly file: string;
  readonly origins: Origins;
}

/**
 * A document of OpenAPI 3.1 without what its author marks as internal (`x-internal` of an operation, a path or a tag), and
 * without the components that only this uses. All of it is one finding.
 */
export function toPublicDocument(document: JsonObject, place: DocumentPlace): Outcome<JsonObject> {
  const { value, removed } = new InternalParts(document, place.origins).remove();
  if (removed.length === 0) return { value: document, diagnostics: [] };
  return { value: withoutPartsOf(removed, value, place.origins), diagnostics: [finding(removed, place)] };
}

function finding(removed: readonly JsonObject[], { file, origins }: DocumentPlace): Diagnostic {
  const words =
    removed.length === 1
      ? "1 operation is marked as internal (`x-internal`), and is published nowhere"
      : `${removed.length} operations are marked as internal (\`x-internal\`), and are published nowhere`;
  const position = removed[0] === undefined ? null : origins.of(removed[0]);
  return diagnose("contract/unsupported", words, position ?? startOf(file));
}

class InternalParts {
  readonly #document: JsonObject;
  readonly #origins: Origins;
  readonly #tags: ReadonlySet<string>;
  readonly #removed: JsonObject[] = [];

  constructor(document: JsonObject, origins: Origins) {
    this.#document = document;
    this.#origins = origins;
    const internal = listAt(document, "tags").filter((tag) => flagAt(tag, mark));
    this.#tags = new Set(internal.flatMap((tag) => textAt(tag, "name") ?? []));
  }

  remove(): { readonly value: JsonObject; readonly removed: readonly JsonObject[] } {
    const value = this.#origins.changeMembers(this.#document, (member, key) => {
      if (isList(member) && key === "tags")
        return this.#origins.changeElements(member, (tag) => (flagAt(tag, mark) ? undefined : tag));
      if (isList(member) && key === "x-tagGroups")
        return this.#origins.changeElements(member, (group) => (isObject(group) ? this.#withPublicTags(group) : group));
      if (!isObject(member) || (key !== "paths" && key !== "webhooks")) return member;
      return this.#origins.changeMembers(member, (item) => this.#toPublicItem(item));
    });
    return { value, removed: this.#removed };
  }

  #withPublicTags(owner: JsonObject): JsonObject {
    return this.#origins.changeMembers(owner, (member, key) =>
      key === "tags" && isList(member) ? this.#origins.changeElements(member, (tag) => this.#toPublicTag(tag)) : member,
    );
  }

  #toPublicTag(tag: Json): Json | undefined {
    return typeof tag === "string" && this.#tags.has(tag) ? undefined : tag;
  }

  /** Undefined for a path without a public operation; the item as it's stated where all of them are public. */
  #toPublicItem(stated: Json): Json | undefined {
    const item = followReferences(stated, (reference) => targetOf(this.#document, reference));
    if (item === null) return stated;
    const isInternal = flagAt(item, mark) || flagAt(stated, mark);
    let count = 0;
    const keep = (member: Json, key: string): Json | undefined => {
      if (!isObject(member)) return member;
      if (key === "additionalOperations") return this.#origins.changeMembers(member, toOperation);
      return methods.some((method) => method === key) ? toOperation(member) : member;
    };
    const toOperation = (node: Json): Json | undefined => {
      const operation = isObject(node) ? this.#toPublicOperation(node, isInternal) : node;
      if (operation !== undefined) count += 1;
      return operation;
    };
    const before = this.#removed.length;
    const changed = this.#origins.changeMembers(item, keep);
    if (count === 0 && this.#removed.length > before) return undefined;
    return changed === item ? stated : changed;
  }

  #toPublicOperation(node: JsonObject, isInternal: boolean): JsonObject | undefined {
    const tags = textsAt(node, "tags");
    if (!isInternal && !flagAt(node, mark) && (tags.length === 0 || tags.some((tag) => !this.#tags.has(tag))))
      return this.#withPublicTags(node);
    this.#removed.push(node);
    return undefined;
  }
}

const mark = "x-internal";

/** A document without the components that nothing public refers to, and something internal does. */
function withoutPartsOf(removed: readonly JsonObject[], document: JsonObject, origins: Origins): JsonObject {
  const { components, ...roots } = document;
  const ofInternal = componentsIn(removed, document);
  const apart: Json[] = [];
  eachComponent(components, (reference, component) => {
    if (!ofInternal.has(reference)) apart.push(component);
  });
  const ofPublic = componentsIn([roots, ...apart], document);
  const isPublic = (reference: string): boolean => !ofInternal.has(reference) || ofPublic.has(reference);
  return origins.changeMembers(document, (member, key) => {
    if (key !== "components" || !isObject(member)) return member;
    return origins.changeMembers(member, (section, kind) =>
      isObject(section)
        ? origins.changeMembers(section, (component, name) =>
            isPublic(referenceOf(kind, name)) ? component : undefined,
          )
        : section,
    );
  });
}

function eachComponent(components: Json | undefined, visit: (reference: string, component: Json) => void): void {
  for (const [kind, section] of Object.entries(isObject(components) ? components : {})) {
    if (!isObject(section)) continue;
    for (const [name, component] of Object.entries(section)) visit(referenceOf(kind, name), component);
  }
}

function referenceOf(kind: string, name: string): string {
  return toPointer(["components", kind, name]);
}

/** The references of parts of a document, direct ones and those within what they lead to. */
function componentsIn(parts: readonly Json[], document: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: Json): void => {
    if (isList(value)) for (const element of value) collect(element);
    if (!isObject(value)) return;
    const reference = textAt(value, "$ref");
    if (reference !== null && !found.has(reference)) {
      found.add(reference);
      collect(targetOf(document, reference) ?? null);
    }
    for (const member of Object.values(value)) collect(member);
  };
  for (const part of parts) collect(part);
  return found;
}
