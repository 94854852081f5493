import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import type { Position } from "#shared/diagnostic.ts";
import { entriesAt, type Json, memberOf, textsAt } from "#shared/json/json.ts";

import { type Change, type Place, toField, toItems } from "./change.ts";
import { pairAlternatives } from "./compare-alternatives.ts";
import { compareLimits, compareNull, compareTypes, compareValues } from "./compare-limits.ts";
import { compareRemarks, compareRequired } from "./compare-remarks.ts";
import type { Findings } from "./findings.ts";
import { SchemaReader, type SchemaView } from "./schema-view.ts";

/** A place where a schema stands: something travels there, one way. */
export type SchemaPlace = Place & { readonly direction: Direction };

/**
 * Compares schemas by what they let travel, not by how they are written: through references, `allOf` and names. Two named
 * schemas that stand for each other are compared once per direction, so rings end and nothing is told twice.
 */
export class SchemaComparison {
  /** What stands in the later contract where a schema of the earlier one stood: names, null for a schema without one. */
  readonly successors = new Map<string, Set<string | null>>();
  readonly #findings: Findings;
  readonly #before: SchemaReader;
  readonly #after: SchemaReader;
  readonly #positions: ReadonlyMap<string, Position>;
  readonly #compared = new Set<string>();

  constructor(before: Contract, after: Contract, findings: Findings) {
    this.#findings = findings;
    this.#before = new SchemaReader(before.document);
    this.#after = new SchemaReader(after.document);
    this.#positions = new Map(before.schemas.map(({ name, position }) => [name, position]));
  }

  compare(before: Json | undefined, after: Json | undefined, place: SchemaPlace): void {
    const [known, now] = [this.#before.view(before), this.#after.view(after)];
    if (known.name !== null) this.#noteSuccessor(known.name, now.name);
    if (known.name !== null && now.name !== null) {
      this.#compareViews(known, now, place);
      this.compareNamed(known.name, now.name, place.direction);
      return;
    }
    const at = known.name === null ? place : this.#placeOf(known.name, place.direction);
    this.#compareViews(this.#before.expand(known), this.#after.expand(now), at);
  }

  compareNamed(before: string, after: string, direction: Direction): void {
    const key = JSON.stringify([before, after, direction]);
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    this.compare(this.#before.named(before), this.#after.named(after), this.#placeOf(before, direction));
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

  #compareViews(before: SchemaView, after: SchemaView, place: SchemaPlace): void {
    const [known, now] = [this.#before.typesOf(before), this.#after.typesOf(after)];
    const types = compareTypes(known, now);
    const note = (changes: readonly Change[]): void => this.#findings.add(place, changes);
    note([...types, ...compareNull(before.isNullable, after.isNullable)]);
    note(compareRemarks(before.node, after.node, place.direction));
    // A list in place of a text differs in everything, and so does what may be anything; saying so once is enough.
    const isAny = (known.length === 0) !== (now.length === 0);
    if (isAny || types.some(({ effect }) => effect === "other")) return;
    note([...compareValues(before.node, after.node), ...compareLimits(before.node, after.node)]);
    const choice = pairAlternatives({ view: before, reader: this.#before }, { view: after, reader: this.#after });
    note(choice.changes);
    if (choice.changes.some(({ effect }) => effect === "other")) return;
    for (const [one, other] of choice.pairs) this.compare(one, other, place);
    this.#compareMembers(before, after, place);
    this.#compareFurther(before, after, place);
    this.#compareItems(before, after, place);
  }

  #compareMembers(before: SchemaView, after: SchemaView, place: SchemaPlace): void {
    const { direction } = place;
    const known = listMembers(before, direction, this.#before);
    const now = listMembers(after, direction, this.#after);
    if (known.size > 0 && now.size === 0 && !isClosed(after)) {
      this.#findings.add(place, [{ kind: "further-fields", effect: "wider", message: "fields no longer described" }]);
      return;
    }
    for (const { name, from, changes, schemas } of pairMembers(known, now, direction)) {
      const at = { ...toField(place, name, from), direction };
      this.#findings.add(at, changes);
      if (schemas) this.compare(...schemas, at);
    }
  }

  /** Clients are told to ignore fields they do not know, so an object that opens up breaks nobody. */
  #compareFurther(before: SchemaView, after: SchemaView, place: SchemaPlace): void {
    const [known, now] = [memberOf(before.node, "additionalProperties"), memberOf(after.node, "additionalProperties")];
    if (typeof known === "object" && typeof now === "object") {
      this.compare(known, now, { ...toField(place, "*"), direction: place.direction });
    } else if (isClosed(before) !== isClosed(after)) {
      this.#findings.add(place, [
        isClosed(after)
          ? { kind: "further-fields", effect: "narrower", message: "no further fields now" }
          : { kind: "further-fields", effect: "compatible", message: "further fields allowed now" },
      ]);
    } else if (typeof known === "object" || typeof now === "object") {
      const effect = typeof now === "object" ? "narrower" : "wider";
      const message = effect === "narrower" ? "further fields described now" : "further fields no longer described";
      this.#findings.add(place, [{ kind: "further-fields", effect, message }]);
    }
  }

  #compareItems(before: SchemaView, after: SchemaView, place: SchemaPlace): void {
    const [known, now] = [memberOf(before.node, "items"), memberOf(after.node, "items")];
    if (known === undefined && now === undefined) return;
    this.compare(known, now, { ...toItems(place), direction: place.direction });
  }
}

function isClosed({ node }: SchemaView): boolean {
  return memberOf(node, "additionalProperties") === false || memberOf(node, "unevaluatedProperties") === false;
}

/** A property of an object in one direction: what only the other side sends is hidden. */
interface Member {
  readonly schema: Json;
  readonly isRequired: boolean;
  readonly isHidden: boolean;
  /** The named part of an `allOf` that it comes from. */
  readonly from: string | null;
}

type Members = ReadonlyMap<string, Member>;

/** The properties of an object as they travel in one direction. */
function listMembers(view: SchemaView, direction: Direction, reader: SchemaReader): Members {
  const required = new Set(textsAt(view.node, "required"));
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const members = entriesAt(view.node, "properties").map(([name, schema]): readonly [string, Member] => {
    const isHidden = reader.hasFlag(schema, flag);
    return [name, { schema, isRequired: required.has(name), isHidden, from: view.fromByProperty.get(name) ?? null }];
  });
  return new Map(members);
}

/** A property of one object or of both, and what became of it as a property. */
interface MemberPair {
  readonly name: string;
  readonly from: string | null;
  readonly changes: readonly Change[];
  /** Both schemas, where the property travels on both sides. */
  readonly schemas: readonly [before: Json, after: Json] | null;
}

/** Pairs the properties of two objects by name, the earlier one's first. */
function pairMembers(before: Members, after: Members, direction: Direction): readonly MemberPair[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [known, now] = [before.get(name), after.get(name)];
    const isInBoth = known && now && !known.isHidden && !now.isHidden;
    return {
      name,
      from: known?.from ?? null,
      changes: isInBoth ? compareRequired(known.isRequired, now.isRequired) : comparePresence(known, now, direction),
      schemas: isInBoth ? [known.schema, now.schema] : null,
    };
  });
}

function comparePresence(
  before: Member | undefined,
  after: Member | undefined,
  direction: Direction,
): readonly Change[] {
  const [wasThere, isThere] = [before?.isHidden === false, after?.isHidden === false];
  if (wasThere === isThere) return [];
  if (wasThere && !after) return [{ kind: "field-removed", effect: "other", message: "gone" }];
  const isRequest = direction === "request";
  if (wasThere) return [{ kind: "access", effect: "other", message: isRequest ? "read-only now" : "write-only now" }];
  const isDemanded = isRequest && after?.isRequired === true;
  const effect = isDemanded ? "other" : "compatible";
  if (!before) return [{ kind: "field-added", effect, message: isDemanded ? "new and required" : "new" }];
  const message = isRequest ? "no longer read-only" : "no longer write-only";
  return [{ kind: "access", effect, message: isDemanded ? `${message}, and required` : message }];
}
