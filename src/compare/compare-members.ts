import { type Direction, hiddenAccess } from "#shared/contract/operation.ts";
import { type Member, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";

import { type Change, type Pair, toAddition } from "./change.ts";
import { compareRequired } from "./compare-keywords.ts";

export interface DirectedMember extends Pick<Member, "schema" | "required" | "from"> {
  readonly isHidden: boolean;
}

type DirectedMembers = ReadonlyMap<string, DirectedMember>;

/** The members that travel or may come to travel, by name. */
export function directMembers({ members }: Schema, direction: Direction, schemas: SchemaByName): DirectedMembers {
  const hidden = hiddenAccess(direction);
  return new Map(
    members.map((member) => [
      member.name,
      { ...member, isHidden: resolveSchema(member.schema, schemas).access === hidden },
    ]),
  );
}

interface MemberPair {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly schemas: Pair<Schema> | null;
}

export function pairMembers(
  before: DirectedMembers,
  after: DirectedMembers,
  direction: Direction,
): readonly MemberPair[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [known, now] = [before.get(name), after.get(name)];
    const isInBoth = known && now && !known.isHidden && !now.isHidden;
    return {
      name,
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
  if (wasThere) return [{ kind: "access", effect: "different", message: `${hiddenAccess(direction)} now` }];
  const isDemanded = direction === "request" && after?.required === true;
  if (!before) return [toAddition("field-added", isDemanded)];
  const effect = isDemanded ? "different" : "compatible";
  const message = `no longer ${hiddenAccess(direction)}`;
  return [{ kind: "access", effect, message: isDemanded ? `${message}, and required` : message }];
}
