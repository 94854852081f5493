import { diagnose, type Diagnostic } from "../../model/diagnostic.ts";
import type { Position } from "../../model/position.ts";
import { toPointer } from "../../rules/json-pointer.ts";
import type { Origins } from "../source/origins.ts";
import type { ShapeFault } from "../specification/walk-document.ts";

/** A fault of structure as a finding at the place in the author's file. */
export function toStructureDiagnostic(fault: ShapeFault, file: string, origins: Origins): Diagnostic {
  const position = findPosition(fault, origins) ?? { file, line: 1, column: 1 };
  return diagnose("contract/invalid", `${fault.message} (${toPointer(fault.path)})`, position, fault.hint);
}

function findPosition({ owner, key }: ShapeFault, origins: Origins): Position | null {
  if (owner === null) return null;
  return key === null ? origins.of(owner) : origins.ofKey(owner, key);
}
