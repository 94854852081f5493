import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { anySchema, type Member, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { textsAt } from "#shared/json/json.ts";

import { type Change, type ComparisonContext, toField, toItems } from "./change.ts";
import { alternativesOf, pairAlternatives } from "./compare-alternatives.ts";
import { compareLimits, compareNull, compareTypes, compareValues } from "./compare-limits.ts";
import { compareRemarks, compareRequired } from "./compare-remarks.ts";
import type { DifferenceCollector } from "./findings.ts";

/** A place where a schema stands: something travels there, one way. */
export type SchemaPlace = ComparisonContext & { readonly direction: Direction };

/**
 * Compares schemas by what they let travel, not by how they are written: through references, `allOf` and names. Two named
 * schemas that stand for each other are compared once per direction, so rings end and nothing is told twice.
 */
export class SchemaComparison {
  /** What stands in the later contract where a schema of the earlier one stood: names, null for a schema without one. */
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

  /** Null is what no schema describes: anything. */
  compare(before: Schema | null, after: Schema | null, place: SchemaPlace): void {
    const [known, now] = [before ?? anySchema, after ?? anySchema];
    if (known.ref !== null) this.#noteSuccessor(known.ref, now.ref);
    if (known.ref !== null && now.ref !== null) {
      this.#compareUses(known, now, place);
      this.compareNamed(known.ref, now.ref, place.direction);
      return;
    }
    const at = known.ref === null ? place : this.#placeOf(known.ref, place.direction);
    const [one, other] = [resolveSchema(known, this.#before), resolveSchema(now, this.#after)];
    this.#compareStated([one, other], compareNull(one.nullable, other.nullable), at);
  }

  compareNamed(before: string, after: string, direction: Direction): void {
    const key = JSON.stringify([before, after, direction]);
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    const [known, now] = [this.#before.get(before) ?? null, this.#after.get(after) ?? null];
    this.compare(known, now, this.#placeOf(before, direction));
  }

  /** What stands beside two references; what the named schemas say is compared by itself. */
  #compareUses(before: Schema, after: Schema, place: SchemaPlace): void {
    const [known, now] = [resolveSchema(before, this.#before), resolveSchema(after, this.#after)];
    const isNullTold = this.#before.get(before.ref ?? "")?.nullable !== this.#after.get(after.ref ?? "")?.nullable;
    const nulls = isNullTold ? [] : compareNull(known.nullable, now.nullable);
    this.#compareStated([withOwnTypes(before), withOwnTypes(after)], nulls, place);
  }

  #noteSuccessor(name: string, successor: string | null): void {
    this.successors.set(name, (this.successors.get(name) ?? new Set()).add(successor));
  }

  #placeOf(name: string, direction: Direction): SchemaPlace {
    const position = this.#positions.get(name) ?? null;
    return {
      subject: name,
      operation: null,
      direction,
      position,
      owner: { kind: "schema", names: [name], field: null },
    };
  }

  #compareStated([before, after]: SchemaPair, nulls: readonly Change[], place: SchemaPlace): void {
    const [known, now] = [typesOf(before, this.#before), typesOf(after, this.#after)];
    const types = compareTypes(known, now).filter(({ effect }) => effect === "other" || !areChoices(before, after));
    const note = (changes: readonly Change[]): void => this.#findings.add(place, changes);
    note([...types, ...nulls]);
    note(compareRemarks(before.keywords, after.keywords, place.direction));
    // A list in place of a text differs in everything, and so does what may be anything; saying so once is enough.
    const isAny = (known.length === 0) !== (now.length === 0);
    if (isAny || types.some(({ effect }) => effect === "other")) return;
    note([...compareValues(before, after), ...compareLimits(before.keywords, after.keywords)]);
    const choice = pairAlternatives(before, after);
    note(choice.changes);
    if (choice.changes.some(({ effect }) => effect === "other")) return;
    for (const [one, other] of choice.pairs) this.compare(one, other, place);
    this.#compareMembers(before, after, place);
    this.#compareFurther(before, after, place);
    if (before.items || after.items) this.compare(before.items, after.items, toItems(place));
  }

  #compareMembers(before: Schema, after: Schema, place: SchemaPlace): void {
    const { direction } = place;
    const known = directMembers(before, direction, this.#before);
    const now = directMembers(after, direction, this.#after);
    if (known.size > 0 && now.size === 0 && after.additionalProperties !== false) {
      this.#findings.add(place, [{ kind: "further-fields", effect: "wider", message: "fields no longer described" }]);
      return;
    }
    for (const { name, from, changes, schemas } of pairMembers(known, now, direction)) {
      const at = toField(place, name, from);
      this.#findings.add(at, changes);
      if (schemas) this.compare(...schemas, at);
    }
  }

  /** Clients are told to ignore fields they do not know, so an object that opens up breaks nobody. */
  #compareFurther(before: Schema, after: Schema, place: SchemaPlace): void {
    const [known, now] = [before.additionalProperties, after.additionalProperties];
    const [wasClosed, isClosed] = [known === false, now === false];
    const [wasDescribed, isDescribed] = [isSchema(known), isSchema(now)];
    if (isSchema(known) && isSchema(now)) {
      this.compare(known, now, toField(place, "*"));
    } else if (wasClosed !== isClosed) {
      this.#findings.add(place, [
        isClosed
          ? { kind: "further-fields", effect: "narrower", message: "no further fields now" }
          : { kind: "further-fields", effect: "compatible", message: "further fields allowed now" },
      ]);
    } else if (wasDescribed !== isDescribed) {
      const effect = isDescribed ? "narrower" : "wider";
      const message = isDescribed ? "further fields described now" : "further fields no longer described";
      this.#findings.add(place, [{ kind: "further-fields", effect, message }]);
    }
  }
}

type SchemaPair = readonly [before: Schema, after: Schema];

/** A use of a named schema has that one's types; its own are those that stand beside the reference. */
function withOwnTypes(use: Schema): Schema {
  return { ...use, types: textsAt(use.keywords, "type").filter((type) => type !== "null") };
}

/** Two choices are told alternative by alternative. */
function areChoices(...schemas: SchemaPair): boolean {
  return schemas.every((schema) => schema.types.length === 0 && alternativesOf(schema).length > 0);
}

/** The types of a schema; those of all its alternatives when it states none itself. */
function typesOf(schema: Schema, schemas: SchemaByName, depth = 0): readonly string[] {
  const alternatives = alternativesOf(schema);
  if (schema.types.length > 0 || alternatives.length === 0 || depth > deepest) return schema.types;
  const types = alternatives.map((one) => typesOf(resolveSchema(one, schemas), schemas, depth + 1));
  return types.every((some) => some.length > 0) ? [...new Set(types.flat())] : [];
}

/** Alternatives within alternatives are rarely deeper, and a ring has no end. */
const deepest = 5;

function isSchema(value: Schema | boolean | null): value is Schema {
  return typeof value === "object" && value !== null;
}

/** A member of an object in one direction: what only the other side sends is hidden. */
interface DirectedMember extends Pick<Member, "schema" | "required" | "from"> {
  readonly isHidden: boolean;
}

type DirectedMembers = ReadonlyMap<string, DirectedMember>;

/** The members of an object as they travel in one direction. */
function directMembers({ members }: Schema, direction: Direction, schemas: SchemaByName): DirectedMembers {
  const hidden = direction === "request" ? "read-only" : "write-only";
  return new Map(
    members.map((member) => [
      member.name,
      { ...member, isHidden: resolveSchema(member.schema, schemas).access === hidden },
    ]),
  );
}

/** A property of one object or of both, and what became of it as a property. */
interface MemberPair {
  readonly name: string;
  readonly from: string | null;
  readonly changes: readonly Change[];
  /** Both schemas, where the property travels on both sides. */
  readonly schemas: SchemaPair | null;
}

/** Pairs the properties of two objects by name, the earlier one's first. */
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
  if (wasThere && !after) return [{ kind: "field-removed", effect: "other", message: "gone" }];
  const isRequest = direction === "request";
  if (wasThere) return [{ kind: "access", effect: "other", message: isRequest ? "read-only now" : "write-only now" }];
  const isDemanded = isRequest && after?.required === true;
  const effect = isDemanded ? "other" : "compatible";
  if (!before) return [{ kind: "field-added", effect, message: isDemanded ? "new and required" : "new" }];
  const message = isRequest ? "no longer read-only" : "no longer write-only";
  return [{ kind: "access", effect, message: isDemanded ? `${message}, and required` : message }];
}
