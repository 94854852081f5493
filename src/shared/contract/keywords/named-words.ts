import { type JsonObject, memberOf, objectAt, toObject, withMembers, without } from "#shared/json/json.ts";

import { intersectKeywords } from "./intersect-keywords.ts";
import { referredName } from "./json-schema.ts";
import { mergeAllOf, type MergeTools, simplifySchema } from "./merge-schema.ts";

/**
 * What named schemas say that a use of them says as well, in keywords: it's shown, sampled and filled in where the name is
 * used, so that nobody has to follow it for "read-only" or "1 to 100". Words beside a reference come first.
 */
export class NamedWords {
  readonly #named: JsonObject;
  readonly #tools: MergeTools;
  readonly #finished = new Map<string, JsonObject>();

  constructor(named: JsonObject, tools: MergeTools) {
    this.#named = named;
    this.#tools = tools;
  }

  /** All keywords of a named schema, with those of the schemas that it only renames. */
  keywordsOf(name: string): JsonObject {
    const known = this.#finished.get(name);
    if (known) return known;
    // A schema that stands for itself says nothing.
    this.#finished.set(name, {});
    const { node } = simplifySchema(objectAt(this.#named, name) ?? {}, this.#tools);
    const next = referredName(node);
    const own = mergeAllOf(without(node, "$ref"), this.#tools).node;
    const keywords = next === null ? own : { ...this.keywordsOf(next), ...own };
    this.#finished.set(name, keywords);
    return keywords;
  }

  /** Those of a use's own keywords and of its name's that fit on its line. */
  wordsOf(use: JsonObject, name: string | null): JsonObject {
    if (name === null) return use;
    const named = this.keywordsOf(name);
    const reaching = Object.entries(named).filter(([key]) => onLine.has(key));
    const description = isDescribedApart(named) ? undefined : memberOf(named, "description");
    return intersectKeywords(withMembers(toObject(reaching), { description }), use, (_, later) => later);
  }

  /** The schema in which the text of a use is written. */
  describedIn(use: JsonObject, name: string | null, hops = 0): JsonObject {
    const named = name === null || Object.hasOwn(use, "description") ? null : objectAt(this.#named, name);
    return named === null || hops > maxHops
      ? use
      : this.describedIn(named, referredName(simplifySchema(named, this.#tools).node), hops + 1);
  }
}

/** Nobody renames a schema more often. */
const maxHops = 20;

/** What has fields or shapes has a place of its own, where its text stands above them. */
function isDescribedApart(named: JsonObject): boolean {
  return ["properties", "patternProperties", "oneOf", "anyOf", "prefixItems"].some((key) => Object.hasOwn(named, key));
}

const onLine = new Set([
  ...["format", "x-unit", "readOnly", "writeOnly", "deprecated", "default"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"],
  ...["minItems", "maxItems", "uniqueItems", "contentEncoding", "contentMediaType"],
]);
