import { type JsonObject, memberOf, objectAt, toObject, withMembers, without } from "#shared/json/json.ts";

import { intersectKeywords } from "./intersect-keywords.ts";
import { referredName } from "./json-schema.ts";
import { mergeAllOf, type MergeTools, simplifySchema } from "./merge-schema.ts";

/**
 * Keywords of named schemas that also appear where the name is used, so that nobody has to follow it for "read-only" or
 * "1 to 100". Keywords beside the reference take precedence.
 */
export class NamedWords {
  readonly #named: JsonObject;
  readonly #tools: MergeTools;
  readonly #finished = new Map<string, JsonObject>();

  constructor(named: JsonObject, tools: MergeTools) {
    this.#named = named;
    this.#tools = tools;
  }

  /** All keywords of a named schema, including those of schemas that it only renames. */
  keywordsOf(name: string): JsonObject {
    const known = this.#finished.get(name);
    if (known) return known;
    // An inline schema has no words of this kind.
    this.#finished.set(name, {});
    const { node } = simplifySchema(objectAt(this.#named, name) ?? {}, this.#tools);
    const next = referredName(node);
    const own = mergeAllOf(without(node, "$ref"), this.#tools).node;
    const keywords = next === null ? own : { ...this.keywordsOf(next), ...own };
    this.#finished.set(name, keywords);
    return keywords;
  }

  /** The keywords of a use and of its name that fit on one line. */
  wordsOf(use: JsonObject, name: string | null): JsonObject {
    if (name === null) return use;
    const named = this.keywordsOf(name);
    const reaching = Object.entries(named).filter(([key]) => onLine.has(key));
    // A schema with fields or alternatives has a section of its own, which begins with its description.
    const isDescribedApart = sectionKeywords.some((key) => Object.hasOwn(named, key));
    const description = isDescribedApart ? undefined : memberOf(named, "description");
    return intersectKeywords(withMembers(toObject(reaching), { description }), use, (_, later) => later);
  }

  /** The schema with the description of a use. */
  describedIn(use: JsonObject, name: string | null, hops = 0): JsonObject {
    const named = name === null || Object.hasOwn(use, "description") ? null : objectAt(this.#named, name);
    return named === null || hops > maxHops
      ? use
      : this.describedIn(named, referredName(simplifySchema(named, this.#tools).node), hops + 1);
  }
}

/** Nobody renames a schema this often. */
const maxHops = 20;

const sectionKeywords = ["properties", "patternProperties", "oneOf", "anyOf", "prefixItems"];

const onLine = new Set([
  ...["format", "x-unit", "readOnly", "writeOnly", "deprecated", "default"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"],
  ...["minItems", "maxItems", "uniqueItems", "contentEncoding", "contentMediaType"],
]);
