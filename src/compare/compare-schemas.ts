import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { anySchema, type Member, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { textsAt } from "#shared/json/json.ts";

import { type Change, type ComparisonContext, toAddition, toField, toItems } from "./change.ts";
import { alternativesOf, pairAlternatives } from "./compare-alternatives.ts";
import {
  compareLimits,
  compareNull,
  compareRemarks,
  compareRequired,
  compareTypes,
  compareValues,
} from "./compare-keywords.ts";
import type { DifferenceCollector } from "./differences.ts";

export type SchemaContext = ComparisonContext & { readonly direction: Direction };

/**
 * Compares schemas by the values that they allow, not by how they are written: it looks through references, `allOf` and
 * names. It compares a pair of named schemas once per direction, so that rings end and no finding is repeated.
 */
export class SchemaComparison {
  /** The names of the later schemas that replace an earlier one; null is a schema without a name. */
  readonly successors = new Map<string, Set<string | null>>();
  readonly #findings: DifferenceCollector;
  readonly #before: SchemaByName;
  readonly #after: SchemaByName;
  readonly #positions: ReadonlyMap<string, Position>;
  readonly #compared = new Set<string>();

  constructor(before: Contract, after: Contract, findings: DifferenceCollector) {
    this.#findings = findings;
    this.#before = before.schemaByName;
    this.#after = after.schemaByName;
    this.#positions = new Map(before.schemas.map(({ name, position }) => [name, position]));
  }

  /** Null allows anything. */
  compare(before: Schema | null, after: Schema | null, context: SchemaContext): void {
    const [known, now] = [before ?? anySchema, after ?? anySchema];
    if (known.ref !== null) this.#noteSuccessor(known.ref, now.ref);
    if (known.ref !== null && now.ref !== null) {
      this.#compareUses(known, now, context);
      this.compareNamed(known.ref, now.ref, context.direction);
      return;
    }
    const at = known.ref === null ? context : this.#contextOf(known.ref, context.direction);
    const pair = [resolveSchema(known, this.#before), resolveSchema(now, this.#after)] as const;
    this.#compareStated(pair, compareNull(pair[0].nullable, pair[1].nullable), at);
  }

  compareNamed(before: string, after: string, direction: Direction): void {
    const key = JSON.stringify([before, after, direction]);
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    const [known, now] = [this.#before.get(before) ?? null, this.#after.get(after) ?? null];
    this.compare(known, now, this.#contextOf(before, direction));
  }

  /** Compares the keywords beside two references. The named schemas are compared by themselves. */
  #compareUses(before: Schema, after: Schema, context: SchemaContext): void {
    const [known, now] = [resolveSchema(before, this.#before), resolveSchema(after, this.#after)];
    const isNullReported = this.#before.get(before.ref ?? "")?.nullable !== this.#after.get(after.ref ?? "")?.nullable;
    const nulls = isNullReported ? [] : compareNull(known.nullable, now.nullable);
    this.#compareStated([withOwnTypes(before), withOwnTypes(after)], nulls, context);
  }

  #noteSuccessor(name: string, successor: string | null): void {
    this.successors.set(name, (this.successors.get(name) ?? new Set()).add(successor));
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

  #compareStated([before, after]: SchemaPair, nulls: readonly Change[], context: SchemaContext): void {
    const [known, now] = [typesOf(before, this.#before), typesOf(after, this.#after)];
    // The alternatives of two choices are compared one by one.
    const areChoices = [before, after].every(
      (schema) => schema.types.length === 0 && alternativesOf(schema).length > 0,
    );
    const types = compareTypes(known, now).filter(({ effect }) => effect === "different" || !areChoices);
    const note = (changes: readonly Change[]): void => this.#findings.add(context, changes);
    note([...types, ...nulls]);
    note(compareRemarks(before.keywords, after.keywords, context.direction));
    // A list in place of a text differs in everything, and so does a schema that allows anything: one finding is enough.
    const isAny = (known.length === 0) !== (now.length === 0);
    if (isAny || types.some(({ effect }) => effect === "different")) return;
    note([...compareValues(before, after), ...compareLimits(before.keywords, after.keywords)]);
    const choice = pairAlternatives(before, after);
    note(choice.changes);
    if (choice.changes.some(({ effect }) => effect === "different")) return;
    for (const pair of choice.pairs) this.compare(...pair, context);
    this.#compareMembers(before, after, context);
    this.#compareFurther(before, after, context);
    if (before.items || after.items) this.compare(before.items, after.items, toItems(context));
  }

  #compareMembers(before: Schema, after: Schema, context: SchemaContext): void {
    const { direction } = context;
    const known = directMembers(before, direction, this.#before);
    const now = directMembers(after, direction, this.#after);
    if (known.size > 0 && now.size === 0 && after.additionalProperties !== false) {
      this.#findings.add(context, [{ kind: "further-fields", effect: "wider", message: "fields no longer described" }]);
      return;
    }
    for (const { name, from, changes, schemas } of pairMembers(known, now, direction)) {
      const at = toField(context, name, from);
      this.#findings.add(at, changes);
      if (schemas) this.compare(...schemas, at);
    }
  }

  /** Clients should ignore unknown fields, so an object that allows more of them breaks nothing. */
  #compareFurther(before: Schema, after: Schema, context: SchemaContext): void {
    const [known, now] = [before.additionalProperties, after.additionalProperties];
    const [wasClosed, isClosed] = [known === false, now === false];
    const [wasDescribed, isDescribed] = [isSchema(known), isSchema(now)];
    if (isSchema(known) && isSchema(now)) {
      this.compare(known, now, toField(context, "*"));
    } else if (wasClosed !== isClosed) {
      this.#findings.add(context, [
        isClosed
          ? { kind: "further-fields", effect: "narrower", message: "no further fields now" }
          : { kind: "further-fields", effect: "compatible", message: "further fields allowed now" },
      ]);
    } else if (wasDescribed !== isDescribed) {
      const effect = isDescribed ? "narrower" : "wider";
      const message = isDescribed ? "further fields described now" : "further fields no longer described";
      this.#findings.add(context, [{ kind: "further-fields", effect, message }]);
    }
  }
}

type SchemaPair = readonly [before: Schema, after: Schema];

/** The types of a reference are those of its target. Only the types beside it are its own. */
function withOwnTypes(use: Schema): Schema {
  return { ...use, types: textsAt(use.keywords, "type").filter((type) => type !== "null") };
}

function typesOf(schema: Schema, schemas: SchemaByName, depth = 0): readonly string[] {
  const alternatives = alternativesOf(schema);
  if (schema.types.length > 0 || alternatives.length === 0 || depth > deepest) return schema.types;
  const types = alternatives.map((choice) => typesOf(resolveSchema(choice, schemas), schemas, depth + 1));
  return types.every((list) => list.length > 0) ? [...new Set(types.flat())] : [];
}

/** Alternatives are rarely nested deeper. The limit also ends rings. */
const deepest = 5;

function isSchema(value: Schema | boolean | null): value is Schema {
  return typeof value === "object" && value !== null;
}

interface DirectedMember extends Pick<Member, "schema" | "required" | "from"> {
  readonly isHidden: boolean;
}

type DirectedMembers = ReadonlyMap<string, DirectedMember>;

function directMembers({ members }: Schema, direction: Direction, schemas: SchemaByName): DirectedMembers {
  const hidden = direction === "request" ? "read-only" : "write-only";
  return new Map(
    members.map((member) => [
      member.name,
      { ...member, isHidden: resolveSchema(member.schema, schemas).access === hidden },
    ]),
  );
}

interface MemberPair {
  readonly name: string;
  readonly from: string | null;
  readonly changes: readonly Change[];
  readonly schemas: SchemaPair | null;
}

function pairMembers(before: DirectedMembers, after: DirectedMembers, direction: Direction): readonly MemberPair[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [known, now] = [before.get(name), after.get(name)];
    const isInBoth = known && now && !known.isHidden && !now.isHidden;
    return {
      name,
      from: known?.from ?? null,
      changes: isInBoth ? compareRequired(known.required, now.required) : comparePresence(known, now, direction),
      schemas: isInBoth ? [known.schema, now.schema] : null,
    };
  });
}

function comparePresence(
  before: DirectedMember | undefined,
  after: DirectedMember | undefined,
  direction: Direction,
): readonly Change[] {
  const [wasThere, isThere] = [before?.isHidden === false, after?.isHidden === false];
  if (wasThere === isThere) return [];
  if (wasThere && !after) return [{ kind: "field-removed", effect: "different", message: "gone" }];
  const isRequest = direction === "request";
  if (wasThere)
    return [{ kind: "access", effect: "different", message: isRequest ? "read-only now" : "write-only now" }];
  const isDemanded = isRequest && after?.required === true;
  if (!before) return [toAddition("field-added", isDemanded)];
  const effect = isDemanded ? "different" : "compatible";
  const message = isRequest ? "no longer read-only" : "no longer write-only";
  return [{ kind: "access", effect, message: isDemanded ? `${message}, and required` : message }];
}
