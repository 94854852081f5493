import type { Direction } from "../model/difference.ts";
import type { Position } from "../model/position.ts";

/** Whose part a place is; decides which pages speak of it. */
export type Owner =
  | { readonly kind: "document" }
  /** `part` null: the operation as such. */
  | { readonly kind: "operation"; readonly id: string; readonly part: Direction | null }
  /** A named schema of the earlier contract, with the schemas that take the field over from it. */
  | { readonly kind: "schema"; readonly names: readonly string[]; readonly field: string | null }
  /** The name of a schema, and with it everything that is named by it: its fields and values. */
  | { readonly kind: "schema-name"; readonly name: string; readonly members: readonly string[] };

/** Where in two contracts the comparison stands. */
export interface Place {
  readonly subject: string;
  /** `GET /loads/` when the subject is a part of that operation; null when it stands for itself. */
  readonly operation: string | null;
  readonly direction: Direction | null;
  readonly position: Position | null;
  readonly owner: Owner;
}

/** A field of the object at a place. `from` is the schema that the object takes the field over from. */
export function toField(place: Place, name: string, from: string | null = null): Place {
  if (place.owner.kind !== "schema") return { ...place, subject: `${place.subject}.${name}` };
  const { names, field } = place.owner;
  if (field !== null || from === null) {
    return { ...place, subject: `${place.subject}.${name}`, owner: { ...place.owner, field: field ?? name } };
  }
  return { ...place, subject: `${from}.${name}`, owner: { kind: "schema", names: [from, ...names], field: name } };
}

/** The items of the list at a place. */
export function toItems(place: Place): Place {
  return { ...place, subject: `${place.subject}[]` };
}
