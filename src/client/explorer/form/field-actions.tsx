import { memberOf } from "../../../rules/json-value.ts";
import { type JsonNode } from "../json/json-node.ts";
import { emptyNode } from "../schema/empty-node.ts";
import type { ResolvedSchema } from "../schema/resolve-schema.ts";
import { fieldId, focusSoon, useForm, type FieldProps } from "./form-context.ts";

/** Leaves a value out, sets it to null, or puts it in again: the three states that are no value. */
export function FieldActions({ field, resolved, write, add }: FieldActionsProps) {
  const { name, schema, node, path, isRequired, canLeaveOut = true } = field;
  const form = useForm();
  const id = fieldId(form, path);
  if (node === undefined) {
    return (
      <button type="button" className="field-action" id={`${id}~add`} onClick={add}>
        Add<span className="visually-hidden"> {name}</span>
      </button>
    );
  }
  const isNull = node.kind === "null";
  const toggle = () => {
    write(isNull ? emptyNode(withoutNullDefault(schema), form.document) : { kind: "null" });
    if (isNull) focusSoon(id);
  };
  const leaveOut = () => {
    write(null);
    focusSoon(`${id}~add`);
  };
  return (
    <span className="field-actions">
      {form.hasNull && (resolved.isNullable || isNull || (!isRequired && canLeaveOut)) && (
        <button type="button" className="field-action" aria-pressed={isNull} onClick={toggle}>
          null<span className="visually-hidden"> for {name}</span>
        </button>
      )}
      {canLeaveOut && (
        <button type="button" className="field-action" onClick={leaveOut}>
          Leave out<span className="visually-hidden"> {name}</span>
        </button>
      )}
    </span>
  );
}

interface FieldActionsProps {
  readonly field: FieldProps;
  readonly resolved: ResolvedSchema;
  readonly write: (node: JsonNode | null) => void;
  readonly add: () => void;
}

/** Whoever turns null off wants a value, even where null is the default. */
function withoutNullDefault(schema: FieldProps["schema"]): FieldProps["schema"] {
  return memberOf(schema, "default") === null ? { allOf: [schema], default: "" } : schema;
}
