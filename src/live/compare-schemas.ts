import { memberOf } from "../rules/json-value.ts";
import type { Contract } from "../model/contract.ts";
import type { Json } from "../model/json.ts";
import type { Direction } from "../model/difference.ts";
import type { Position } from "../model/position.ts";
import type { Change } from "./change.ts";
import { pairAlternatives } from "./compare-alternatives.ts";
import { compareLimits } from "./compare-limits.ts";
import { listMembers, pairMembers } from "./compare-members.ts";
import { compareRemarks } from "./compare-remarks.ts";
import { compareNull, compareTypes } from "./compare-types.ts";
import { compareValues } from "./compare-values.ts";
import type { Findings } from "./findings.ts";
import { toField, toItems, type Place } from "./place.ts";
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
