import { type ReactNode, useMemo } from "react";

import type { FieldFault, PathEdit } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { Field } from "./field.tsx";
import { type Form, FormContext, prefixOf } from "./form-context.ts";

/** One part of a call: the parameters of a place, or the body. The fields in it find here what they need. */
export function CallPart({ data, place, faults, partTypes = none, hasNull = false, onEdit, children }: CallPartProps) {
  const form = useMemo((): Form => {
    const own = faults.filter((fault) => fault.place === place);
    return {
      schemas: data.schemas,
      prefix: prefixOf(data, place),
      faultsByPointer: groupByPointer(own),
      hasNull,
      partTypes,
      edit: onEdit,
      Field,
    };
  }, [data, place, faults, partTypes, hasNull, onEdit]);
  return <FormContext value={form}>{children}</FormContext>;
}

const none: Form["partTypes"] = {};

interface CallPartProps {
  readonly data: ExplorerOperation;
  readonly place: FieldFault["place"];
  readonly faults: readonly FieldFault[];
  readonly partTypes?: Form["partTypes"];
  readonly hasNull?: boolean;
  readonly onEdit: (edit: PathEdit) => void;
  readonly children: ReactNode;
}

function groupByPointer(faults: readonly FieldFault[]): ReadonlyMap<string, readonly FieldFault[]> {
  const groups = new Map<string, FieldFault[]>();
  for (const fault of faults) {
    const group = groups.get(fault.pointer);
    if (group === undefined) groups.set(fault.pointer, [fault]);
    else group.push(fault);
  }
  return groups;
}
