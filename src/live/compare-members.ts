import { entriesAt, textsAt } from "../rules/json-value.ts";
import type { Json } from "../model/json.ts";
import type { Direction } from "../model/difference.ts";
import type { Change } from "./change.ts";
import { compareRequired } from "./compare-required.ts";
import type { SchemaReader, SchemaView } from "./schema-view.ts";

/** A property of an object in one direction: what only the other side sends is hidden. */
interface Member {
  readonly schema: Json;
  readonly isRequired: boolean;
  readonly isHidden: boolean;
  /** The named part of an `allOf` that it comes from. */
  readonly from: string | null;
}

export type Members = ReadonlyMap<string, Member>;

/** The properties of an object as they travel in one direction. */
export function listMembers(view: SchemaView, direction: Direction, reader: SchemaReader): Members {
  const required = new Set(textsAt(view.node, "required"));
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  const members = entriesAt(view.node, "properties").map(([name, schema]): readonly [string, Member] => {
    const isHidden = reader.hasFlag(schema, flag);
    return [name, { schema, isRequired: required.has(name), isHidden, from: view.fromByProperty.get(name) ?? null }];
  });
  return new Map(members);
}

/** A property of one object or of both, and what became of it as a property. */
export interface MemberPair {
  readonly name: string;
  readonly from: string | null;
  readonly changes: readonly Change[];
  /** Both schemas, where the property travels on both sides. */
  readonly schemas: readonly [before: Json, after: Json] | null;
}

/** Pairs the properties of two objects by name, the earlier one's first. */
export function pairMembers(before: Members, after: Members, direction: Direction): readonly MemberPair[] {
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
