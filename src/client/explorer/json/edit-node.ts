import type { JsonNode, Member } from "./json-node.ts";

/** Where a value lies: names of members and places in lists, from the outside in. */
export type NodePath = readonly (string | number)[];

/**
 * The value with one part replaced, or left out when there is nothing to put there. `order` names the members that an
 * object is known to have: a new one takes its place among them.
 */
export function editNode(node: JsonNode, path: NodePath, edit: Edit): JsonNode {
  const [step, ...rest] = path;
  if (step === undefined) return edit.value ?? node;
  if (typeof step === "number") {
    if (node.kind !== "list") return node;
    const items = node.items.flatMap((item, index) => (index === step ? (editPart(item, rest, edit) ?? []) : [item]));
    const added = step >= node.items.length ? editPart(undefined, rest, edit) : null;
    return { kind: "list", items: added === null ? items : [...items, added] };
  }
  const members = node.kind === "object" ? node.members : [];
  const known = members.find(({ name }) => name === step);
  const part = editPart(known?.node, rest, edit);
  if (known === undefined) {
    return part === null ? node : { kind: "object", members: insert(members, { name: step, node: part }, edit.order) };
  }
  return {
    kind: "object",
    members: members.flatMap((member) =>
      member !== known ? [member] : part === null ? [] : [{ name: step, node: part }],
    ),
  };
}

export interface Edit {
  /** Null leaves the part out. */
  readonly value: JsonNode | null;
  /** Names of the members around the part, in their order. */
  readonly order?: readonly string[];
}

function editPart(node: JsonNode | undefined, rest: NodePath, edit: Edit): JsonNode | null {
  if (rest.length === 0) return edit.value;
  return editNode(node ?? { kind: "object", members: [] }, rest, edit);
}

function insert(members: readonly Member[], member: Member, order: readonly string[] = []): readonly Member[] {
  const later = new Set(order.slice(order.indexOf(member.name) + 1));
  const place = order.includes(member.name) ? members.findIndex(({ name }) => later.has(name)) : -1;
  return place === -1 ? [...members, member] : [...members.slice(0, place), member, ...members.slice(place)];
}

/** The value with an element of a list moved by one place, up (-1) or down (1). */
export function moveItem(items: readonly JsonNode[], index: number, by: -1 | 1): readonly JsonNode[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}
