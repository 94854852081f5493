import type { Direction } from "../contract/difference.ts";
import { parsePointer, resolvePointer } from "../json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, memberOf, textAt } from "../json/json.ts";
import type { BodyFault } from "./contract-guide.ts";
import { judgeAlternatives } from "./judge-alternatives.ts";
import { judgeList } from "./judge-list.ts";
import { judgeObject } from "./judge-object.ts";
import { judgeScalar } from "./judge-scalar.ts";
import { judgeUnknownMembers } from "./judge-unknown-members.ts";
import type { Judge } from "./judge.ts";

export interface ValueCheck {
  /** The OpenAPI 3.1 document that the schema's references point into. */
  readonly document: JsonObject;
  /** Which way the value travels; null when read-only and write-only members are both in place. */
  readonly direction: Direction | null;
  /** How messages call the value: `the body`. */
  readonly title: string;
  /** True when required members may be missing. */
  readonly isPartial: boolean;
}

/**
 * Holds a value against a schema (JSON Schema 2020-12 in OpenAPI 3.1's dialect).
 *
 * An interpreter of our own. A validator says whether a value is valid; a writer needs to hear which member is not, in one
 * sentence, without the echo of every `allOf` and `$ref` around it. And four rules are not JSON Schema's: members that the
 * contract does not know are faults although objects are open, read-only members may not be sent, cents are whole numbers,
 * and a sample may be partial. All four need to know which schemas apply to a member together, which a validator's
 * output does not tell. `pattern` is never executed: a contract's expression may take years on a harmless text.
 */
export function checkValue(value: Json, schema: Json, check: ValueCheck): readonly BodyFault[] {
  const faults = new ValueJudge(check).judgeWhole(value, schema, "");
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
}

/** Alternatives within alternatives multiply; past this the rest goes unjudged. */
const mostSteps = 200_000;

class ValueJudge implements Judge {
  readonly direction: Direction | null;
  readonly isPartial: boolean;
  readonly title: string;
  readonly #document: JsonObject;
  /** Schemas being applied, with the place they are applied to: the same pair again is a ring. */
  readonly #open = new Map<JsonObject, string>();
  #steps = 0;

  constructor({ document, direction, isPartial, title }: ValueCheck) {
    this.title = title;
    this.#document = document;
    this.direction = direction;
    this.isPartial = isPartial;
  }

  judgeWhole(value: Json, schema: Json, pointer: string): readonly BodyFault[] {
    const unknown = judgeUnknownMembers(value, [schema], { pointer, tools: this });
    return [...this.judgePart(value, schema, pointer), ...unknown];
  }

  judgePart(value: Json, schema: Json, pointer: string): readonly BodyFault[] {
    this.#steps += 1;
    if (schema === false) return [{ pointer, message: "nothing may stand here", hint: null }];
    if (!isObject(schema) || this.#steps > mostSteps || this.#open.get(schema) === pointer) return [];
    const outer = this.#open.get(schema);
    this.#open.set(schema, pointer);
    const faults = this.#apply(value, schema, pointer);
    if (outer === undefined) this.#open.delete(schema);
    else this.#open.set(schema, outer);
    return faults;
  }

  target(reference: string): JsonObject | null {
    const tokens = reference.startsWith("#") ? parsePointer(reference.slice(1)) : null;
    const target = tokens ? resolvePointer(this.#document, tokens) : undefined;
    return isObject(target) ? target : null;
  }

  #apply(value: Json, schema: JsonObject, pointer: string): readonly BodyFault[] {
    const place = { judge: this, pointer };
    const reference = textAt(schema, "$ref");
    const named = reference === null ? [] : this.judgePart(value, this.target(reference) ?? true, pointer);
    const scalar = judgeScalar(value, schema, place);
    if (scalar.isOfWrongType) return [...named, ...scalar.faults];
    return [
      ...named,
      ...scalar.faults,
      ...(isList(value) ? judgeList(value, schema, place) : []),
      ...(isObject(value) ? judgeObject(value, schema, place) : []),
      ...judgeAlternatives(value, schema, place),
      ...this.#judgeCondition(value, schema, pointer),
    ];
  }

  #judgeCondition(value: Json, schema: JsonObject, pointer: string): readonly BodyFault[] {
    const condition = memberOf(schema, "if");
    if (condition === undefined) return [];
    const branch = this.judgePart(value, condition, pointer).length === 0 ? "then" : "else";
    return this.judgePart(value, memberOf(schema, branch) ?? true, pointer);
  }
}
