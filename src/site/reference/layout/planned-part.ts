import type { Contract, Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ReferencePart } from "#shared/contract/reference.ts";

/**
 * A page of a reference as it is remembered: what it prints of the contract is said by its number there. So it takes little
 * room, and the contract's objects stay the ones they are.
 */
export interface PlannedPart extends Omit<ReferencePart, "tags" | "webhooks" | "schemas" | "operation" | "parts"> {
  readonly tags: readonly PlannedTag[];
  readonly webhooks: readonly number[];
  readonly schemas: readonly number[];
  readonly operation: number | null;
  readonly parts: readonly PlannedPart[];
}

interface PlannedTag extends Omit<Tag, "operations"> {
  readonly operations: readonly number[];
}

export function toPlannedPart(root: ReferencePart, contract: Contract): PlannedPart {
  const numberOf = numbersOf(operationsIn(contract));
  const schemaNumberOf = numbersOf(contract.schemas);
  const plan = (part: ReferencePart): PlannedPart => ({
    ...part,
    tags: part.tags.map((tag) => ({ ...tag, operations: tag.operations.map(numberOf) })),
    webhooks: part.webhooks.map(numberOf),
    schemas: part.schemas.map(schemaNumberOf),
    operation: part.operation === null ? null : numberOf(part.operation),
    parts: part.parts.map(plan),
  });
  return plan(root);
}

export function readPlannedPart(root: PlannedPart, contract: Contract): ReferencePart {
  const operationAt = readerOf(operationsIn(contract));
  const schemaAt = readerOf(contract.schemas);
  const read = (part: PlannedPart): ReferencePart => ({
    ...part,
    tags: part.tags.map((tag) => ({ ...tag, operations: tag.operations.map(operationAt) })),
    webhooks: part.webhooks.map(operationAt),
    schemas: part.schemas.map(schemaAt),
    operation: part.operation === null ? null : operationAt(part.operation),
    parts: part.parts.map(read),
  });
  return read(root);
}

/** A tag may hold what no other does, and two tags the same. */
function operationsIn({ tagGroups, operations, webhooks }: Contract): readonly Operation[] {
  const tagged = tagGroups.flatMap(({ tags }) => tags.flatMap((tag) => tag.operations));
  return [...new Set([...operations, ...tagged, ...webhooks])];
}

function numbersOf<T extends object>(items: readonly T[]): (item: T) => number {
  const numbers = new Map(items.map((item, number) => [item, number]));
  return (item) => found(numbers.get(item));
}

function readerOf<T>(items: readonly T[]): (number: number) => T {
  return (number) => found(items[number]);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A page of the reference prints what its contract does not hold");
  return value;
}
