import { missing, type FieldFault } from "../draft/field-fault.ts";
import type { JsonNode } from "../json/json-node.ts";
import { Remark } from "../remark.tsx";
import { chooseControl, type Control } from "../schema/control.ts";
import { resolveSchema } from "../schema/resolve-schema.ts";
import { FieldControl } from "./field-control.tsx";
import { FieldHead } from "./field-head.tsx";
import { fieldId, toPointer, useForm, type FieldProps } from "./form-context.ts";

/** A value with its name, its rules, a way to fill it in, and what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, schema, node, path, order = [] } = props;
  const form = useForm();
  const { document } = form;
  const resolved = resolveSchema(schema, document);
  const control = chooseControl(resolved, document);
  const faults = faultsOf(props, form.faultsByPointer);
  const id = fieldId(form, path);
  const isGroup = node !== undefined && groups.has(control) && node.kind !== "null";
  const isInvalid = faults.length > 0;
  const write = (value: JsonNode | null) => form.edit({ path, value, order });
  const describedBy = isInvalid ? `${id}~faults` : undefined;
  const common = { id, name, schema: resolved, document, onChange: write, describedBy, isInvalid };
  return (
    <div {...(isGroup ? groupAttributes(id, control) : { className: "field" })} data-field={id}>
      <FieldHead field={props} resolved={resolved} control={control} isGroup={isGroup} write={write} />
      {node !== undefined && (
        <FieldControl control={node.kind === "null" ? "null" : control} props={{ ...common, node }} path={path} />
      )}
      <div id={`${id}~faults`} className="field-faults">
        {faults.map(({ message, hint }) => (
          <p key={message}>
            <Remark text={message} /> {hint !== null && <Remark text={hint} />}
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
  if (node !== undefined) return own.filter(({ message }) => !isAboutMember(message));
  const outer = faults.get(toPointer(path.slice(0, -1))) ?? [];
  return [...own, ...outer].filter(({ message }) => message === missing(name));
}

/** A missing member is told where it is missing. */
function isAboutMember(message: string): boolean {
  return message.startsWith("`") && message.endsWith(" is missing");
}
