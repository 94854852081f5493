import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/operation.ts";
import { additionalSchema, anySchema, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { type Json, textsAt } from "#shared/json/json.ts";

import { type Change, type ComparisonContext, type Pair, toField } from "./change.ts";
import {
  alternativesOf,
  pairAlternatives,
  pairWithAlternative,
  type SchemaPair,
  typesOf,
} from "./compare-alternatives.ts";
import { compareLimits, compareNull, compareRemarks, compareTypes } from "./compare-keywords.ts";
import { type DirectedMember, directMembers, pairMembers } from "./compare-members.ts";
import { compareValues, valuesOf } from "./compare-values.ts";
import { DifferenceCollector, type SchemaUsers } from "./differences.ts";

export type SchemaContext = ComparisonContext & {
  readonly direction: Direction;
  /** Pairs of names that this subject has led to, by schemas that replaced others. */
  readonly replaced?: Set<string>;
};

/**
 * Compares schemas by the values that they allow, not by how they are written: it looks through references, `allOf` and
 * names. It compares a pair of named schemas once per direction, so that rings end and no finding is repeated.
 */
export class SchemaComparison {
  /** The names of the later schemas that replace an earlier one; null is a schema without a name. */
  readonly successors = new Map<string, Set<string | null>>();
  readonly #findings: DifferenceCollector;
  readonly #before: Contract;
  readonly #after: Contract;
  readonly #positions: ReadonlyMap<string, Position>;
  readonly #compared = new Set<string>();
  /** The subjects of which a pair was compared, by what was written of each side. */
  readonly #subjects = new Map<Json, Map<Json, Set<string>>>();

  constructor(before: Contract, after: Contract, findings: DifferenceCollector) {
    this.#findings = findings;
    this.#before = before;
    this.#after = after;
    this.#positions = new Map(before.schemas.map(({ name, position }) => [name, position]));
  }

  /** Null allows anything. */
  compare(before: Schema | null, after: Schema | null, context: SchemaContext): void {
    const [known, now] = [before ?? anySchema, after ?? anySchema];
    if (known.ref !== null && this.#isReplaced(known.ref, now, context.direction)) {
      // Such a change belongs to the use, since the named schema hasn't changed.
      const replaced = context.replaced ?? new Set<string>();
      const key = [known.ref, now.ref].join(" ");
      if (!replaced.has(key)) this.#compareResolved([known, now], { ...context, replaced: replaced.add(key) });
      return;
    }
    if (known.ref !== null) this.successors.set(known.ref, (this.successors.get(known.ref) ?? new Set()).add(now.ref));
    if (known.ref !== null && now.ref !== null) {
      this.#compareUses(known, now, context);
      this.compareNamed(known.ref, now.ref, context.direction);
      return;
    }
    const at = known.ref === null ? context : this.#contextOf(known.ref, context.direction);
    this.#compareResolved([known, now], at);
  }

  compareNamed(before: string, after: string, direction: Direction): void {
    const key = JSON.stringify([before, after, direction]);
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    const [known, now] = [this.#before.schemaByName.get(before), this.#after.schemaByName.get(after)];
    this.compare(known ?? null, now ?? null, this.#contextOf(before, direction));
  }

  /** Compares a pair once for each subject: rings end, and what many ways lead to is compared once. */
  #compareResolved(pair: SchemaPair, context: SchemaContext): void {
    const [before, after] = pair;
    const subjectsByAfter = this.#subjects.get(before.source) ?? new Map<Json, Set<string>>();
    const subjects = subjectsByAfter.get(after.source) ?? new Set();
    const subject = JSON.stringify([context.subject, context.operation, context.direction]);
    if (subjects.has(subject)) return;
    this.#subjects.set(before.source, subjectsByAfter.set(after.source, subjects.add(subject)));
    const [known, now] = this.#resolve(pair);
    this.#compareStated([known, now], compareNull(known.nullable, now.nullable), context);
  }

  #resolve([before, after]: SchemaPair): SchemaPair {
    return [resolveSchema(before, this.#before.schemaByName), resolveSchema(after, this.#after.schemaByName)];
  }

  /** Compares the keywords beside two references. The named schemas are compared by themselves. */
  #compareUses(before: Schema, after: Schema, context: SchemaContext): void {
    const [known, now] = this.#resolve([before, after]);
    const [named, successor] = [
      this.#before.schemaByName.get(before.ref ?? ""),
      this.#after.schemaByName.get(after.ref ?? ""),
    ];
    const isNullReported = named?.nullable !== successor?.nullable;
    const nulls = isNullReported ? [] : compareNull(known.nullable, now.nullable);
    this.#compareStated([withOwnTypes(before), withOwnTypes(after)], nulls, context);
  }

  #isReplaced(name: string, now: Schema, direction: Direction): boolean {
    const successor = this.#after.schemaByName.get(name);
    if (successor === undefined || now.ref === name || this.#before === this.#after) return false;
    if (now.ref !== null) return true;
    const findings = new DifferenceCollector(noUsers);
    new SchemaComparison(this.#after, this.#after, findings).compare(successor, now, this.#contextOf(name, direction));
    return findings.list().some(({ severity }) => severity !== "wording");
  }

  #contextOf(name: string, direction: Direction): SchemaContext {
    const position = this.#positions.get(name) ?? null;
    return {
      subject: name,
      operation: null,
      direction,
      position,
      owner: { kind: "schema", names: [name], field: null },
    };
  }

  #compareStated(pair: SchemaPair, nulls: readonly Change[], context: SchemaContext): void {
    const [before, after] = pair;
    const note = (changes: readonly Change[]): void => this.#findings.add(context, changes);
    note([...nulls, ...compareRemarks(before.keywords, after.keywords, context.direction)]);
    if (this.#compareChoice(pair, context)) return;
    const [known, now] = [typesOf(before, this.#before.schemaByName), typesOf(after, this.#after.schemaByName)];
    // The alternatives of two choices are compared one by one.
    const areChoices = pair.every((schema) => schema.types.length === 0 && alternativesOf(schema).length > 0);
    const types = compareTypes(known, now).filter(({ effect }) => effect === "different" || !areChoices);
    note(types);
    // A list in place of a text differs in everything, and so does a schema that allows anything: one finding is enough.
    const isAny = (known.length === 0) !== (now.length === 0);
    if (isAny || types.some(({ effect }) => effect === "different")) return;
    note([...compareValues(...this.#valuesOf(pair)), ...compareLimits(before.keywords, after.keywords)]);
    const choice = pairAlternatives(before, after);
    note(choice.changes);
    if (choice.changes.some(({ effect }) => effect === "different")) return;
    for (const alternatives of choice.pairs) this.compare(...alternatives, context);
    this.#compareMembers(before, after, context);
    this.#compareFurther(before, after, context);
    if (before.items || after.items)
      this.compare(before.items, after.items, { ...context, subject: `${context.subject}[]` });
  }

  /** Compares a choice that says the same as an enum, or that adds to a schema; false if there's no such choice. */
  #compareChoice(pair: SchemaPair, context: SchemaContext): boolean {
    if (pair.every((schema) => alternativesOf(schema).length === 0)) return false;
    const values = this.#valuesOf(pair);
    if (values.every((list) => list.length > 0)) {
      this.#findings.add(context, compareValues(...values));
      return true;
    }
    const choice = pairWithAlternative(pair, [this.#before.schemaByName, this.#after.schemaByName]);
    this.#findings.add(context, choice?.changes ?? []);
    for (const alternatives of choice?.pairs ?? []) this.compare(...alternatives, context);
    return choice !== null;
  }

  #valuesOf([before, after]: SchemaPair): Pair<readonly Json[]> {
    return [valuesOf(before, this.#before.schemaByName), valuesOf(after, this.#after.schemaByName)];
  }

  #compareMembers(before: Schema, after: Schema, context: SchemaContext): void {
    const { direction } = context;
    const known = directMembers(before, direction, this.#before.schemaByName);
    const now = directMembers(after, direction, this.#after.schemaByName);
    if (known.size > 0 && now.size === 0 && after.additionalProperties !== false) {
      this.#findings.add(context, [{ kind: "further-fields", effect: "wider", message: "fields no longer described" }]);
      return;
    }
    for (const { name, changes, schemas } of pairMembers(known, now, direction)) {
      const from = this.#sourceOf(name, known.get(name), now.get(name));
      const field = toField(from === null ? context : this.#toInherited(context, from), name);
      const at = { ...field, position: known.get(name)?.schema.position ?? field.position };
      this.#findings.add(at, changes);
      if (schemas) this.compare(...schemas, at);
    }
  }

  /** The schema that a field comes from, if the change is there and not in what is inherited. */
  #sourceOf(name: string, known: DirectedMember | undefined, now: DirectedMember | undefined): string | null {
    const from = (known ?? now)?.from ?? null;
    if (from === null || !this.#before.schemaByName.has(from)) return null;
    const [wasThere, isThere] = [this.#before, this.#after].map(({ schemaByName }) =>
      schemaByName.get(from)?.members.some((member) => member.name === name),
    );
    const isInherited = known && now ? now.from === from || isThere !== true : wasThere !== isThere;
    return isInherited ? from : null;
  }

  #toInherited({ owner, direction }: SchemaContext, from: string): SchemaContext {
    const subtypes = owner.kind === "schema" && owner.field === null ? owner.names : [];
    return { ...this.#contextOf(from, direction), owner: { kind: "schema", names: [from, ...subtypes], field: null } };
  }

  /** Clients should ignore unknown fields, so an object that allows more of them breaks nothing. */
  #compareFurther(before: Schema, after: Schema, context: SchemaContext): void {
    const [known, now] = [additionalSchema(before), additionalSchema(after)];
    const [wasClosed, isClosed] = [before.additionalProperties === false, after.additionalProperties === false];
    if (known !== null && now !== null) {
      this.compare(known, now, toField(context, "*"));
    } else if (wasClosed !== isClosed) {
      this.#findings.add(context, [
        isClosed
          ? { kind: "further-fields", effect: "narrower", message: "no further fields now" }
          : { kind: "further-fields", effect: "compatible", message: "further fields allowed now" },
      ]);
    } else if (known !== now) {
      this.#findings.add(context, [
        now !== null
          ? { kind: "further-fields", effect: "narrower", message: "further fields described now" }
          : { kind: "further-fields", effect: "wider", message: "further fields no longer described" },
      ]);
    }
  }
}

const noUsers: SchemaUsers = { operationsOf: () => [], schemasOf: () => [] };

/** The types of a reference are those of its target. Only the types beside it are its own. */
function withOwnTypes(use: Schema): Schema {
  return { ...use, types: textsAt(use.keywords, "type").filter((type) => type !== "null") };
}
