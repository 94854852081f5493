import { unitName } from "../../../model/unit-name.ts";
import { textAt } from "../../../rules/json-value.ts";
import { toLimits } from "../../../rules/to-limits.ts";
import type { JsonNode } from "../json/json-node.ts";
import type { Control } from "../schema/control.ts";
import { emptyNode } from "../schema/empty-node.ts";
import type { ResolvedSchema } from "../schema/resolve-schema.ts";
import { FieldActions } from "./field-actions.tsx";
import { fieldId, focusSoon, useForm, type FieldProps } from "./form-context.ts";

/** The name of a value, its rules, and what can be done with the value as a whole. */
export function FieldHead({ field, resolved, control, isGroup, write }: FieldHeadProps) {
  const { name, schema, path, isRequired } = field;
  const form = useForm();
  const id = fieldId(form, path);
  const hint = field.hint ?? textAt(resolved.node, "description");
  const add = () => {
    write(emptyNode(schema, form.document));
    focusSoon(id);
  };
  return (
    <>
      <div className="field-head">
        <label id={`${id}~name`} htmlFor={isGroup ? undefined : id}>
          <code>{name}</code>
        </label>
        <span className="field-facts">{factsOf(resolved, control, form.partTypes[name] ?? [])}</span>
        {isRequired && <em>required</em>}
        <FieldActions field={field} resolved={resolved} write={write} add={add} />
      </div>
      {hint !== null && hint !== "" && <p className="field-hint">{hint}</p>}
    </>
  );
}

interface FieldHeadProps {
  readonly field: FieldProps;
  readonly resolved: ResolvedSchema;
  readonly control: Control;
  /** True for what has fields of its own. */
  readonly isGroup: boolean;
  readonly write: (node: JsonNode | null) => void;
}

function factsOf(
  { node, types, isNullable, name }: ResolvedSchema,
  control: Control,
  accepted: readonly string[],
): string {
  if (control === "file") return ["file", ...accepted.map((type) => type.replace(/^.*\//, ""))].join(" · ");
  const words = types.map((type) => (type === "array" ? "list" : type)).join(" or ");
  const type = control === "choice" || control === "object" ? (name ?? words) : words;
  const unit = unitName(textAt(node, "x-unit") ?? "");
  const parts = [type, textAt(node, "format"), unit, isNullable ? "nullable" : null, ...toLimits(node)];
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}
