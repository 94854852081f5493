import { textAt } from "../../../rules/json-value.ts";
import { toLimits } from "../../../rules/to-limits.ts";
import { missing, type FieldFault } from "../draft/field-fault.ts";
import type { JsonNode } from "../json/json-node.ts";
import { chooseControl, type Control } from "../schema/control.ts";
import { emptyNode } from "../schema/empty-node.ts";
import { resolveSchema, type ResolvedSchema } from "../schema/resolve-schema.ts";
import { Remark } from "../remark.tsx";
import { FieldActions } from "./field-actions.tsx";
import { FieldControl } from "./field-control.tsx";
import { fieldId, focusSoon, toPointer, useForm, type FieldProps } from "./form-context.ts";

/** A value with its name, its rules, a way to fill it in, and what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, schema, node, path, isRequired, order = [] } = props;
  const form = useForm();
  const resolved = resolveSchema(schema, form.document);
  const control = chooseControl(resolved, form.document);
  const faults = faultsOf(props, form.faultsByPointer);
  const hint = props.hint ?? textAt(resolved.node, "description");
  const id = fieldId(form, path);
  const describedBy = `${id}~faults`;
  const isGroup = node !== undefined && groups.has(control) && node.kind !== "null";
  const write = (value: JsonNode | null) => form.edit({ path, value, order });
  const add = () => {
    write(emptyNode(schema, form.document));
    focusSoon(id);
  };
  return (
    <div {...(isGroup ? groupAttributes(id, control) : { className: "field" })} data-field={id}>
      <div className="field-head">
        <label id={`${id}~name`} htmlFor={isGroup ? undefined : id}>
          <code>{name}</code>
        </label>
        <span className="field-facts">{factsOf(resolved, control, form.partTypes[name] ?? [])}</span>
        {isRequired && <em>required</em>}
        <FieldActions field={props} resolved={resolved} write={write} add={add} />
      </div>
      {hint !== null && hint !== "" && <p className="field-hint">{hint}</p>}
      {node !== undefined && (
        <FieldControl
          control={node.kind === "null" ? "null" : control}
          props={{
            id,
            name,
            schema: resolved,
            document: form.document,
            node,
            onChange: write,
            describedBy: faults.length > 0 ? describedBy : undefined,
            isInvalid: faults.length > 0,
          }}
          path={path}
        />
      )}
      <div id={describedBy} className="field-faults">
        {faults.map(({ message, hint: advice }) => (
          <p key={message}>
            <Remark text={message} />
            {advice !== null && (
              <>
                {" "}
                <Remark text={advice} />
              </>
            )}
          </p>
        ))}
      </div>
    </div>
  );
}

const groups: ReadonlySet<Control> = new Set(["object", "map", "list", "choices", "alternatives"]);

/** What has no control of its own to be focused is focused itself. */
function groupAttributes(id: string, control: Control) {
  const own = control === "object" ? { id, tabIndex: -1 } : {};
  return { ...own, className: "field field-group", role: "group", "aria-labelledby": `${id}~name` } as const;
}

/** Those at the value itself; for one that is left out, what its object says about that. */
function faultsOf(
  { name, node, path }: FieldProps,
  faults: ReadonlyMap<string, readonly FieldFault[]>,
): readonly FieldFault[] {
  const own = faults.get(toPointer(path)) ?? [];
  const outer = faults.get(toPointer(path.slice(0, -1))) ?? [];
  return node !== undefined
    ? own.filter(({ message }) => !isAboutMember(message))
    : [...own, ...outer].filter(({ message }) => message === missing(name));
}

/** A missing member is told where it is missing. */
function isAboutMember(message: string): boolean {
  return message.startsWith("`") && message.endsWith(" is missing");
}

function factsOf(
  { node, types, isNullable, name }: ResolvedSchema,
  control: Control,
  accepted: readonly string[],
): string {
  if (control === "file") return ["file", ...accepted.map((type) => type.replace(/^.*\//, ""))].join(" · ");
  const type = control === "choice" || control === "object" ? (name ?? types.join(" or ")) : types.join(" or ");
  const unit = textAt(node, "x-unit");
  const parts = [
    type,
    textAt(node, "format"),
    control === "cents" ? "US cents" : unit,
    isNullable ? "nullable" : null,
    ...toLimits(node),
  ];
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}
