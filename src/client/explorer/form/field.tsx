import type { ComponentType, ReactNode } from "react";

import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import { unitName } from "#shared/contract/field-words.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { isJsonType } from "#shared/media-type.ts";

import { Button } from "../button.tsx";
import { checkTyped, editPart, type FieldFault } from "../draft/request-draft.ts";
import { fileTypesAt, type OperationMediaType } from "../explorer-operation.ts";
import { chooseControl, type Control, emptyNode, isNullable } from "../form-schema.ts";
import { type JsonNode, pointerOf } from "../json/json-node.ts";
import { FaultText } from "../wording.tsx";
import { AlternativeFields, ChoicesControl, JsonControl, MapFields, ScalarControl } from "./chosen-fields.tsx";
import { CentsControl, ChoiceControl, DateControl, FileControl, NumberControl, TextControl } from "./controls.tsx";
import {
  type ControlProps,
  fieldId,
  type FieldProps,
  focusSoon,
  type Form,
  FormContext,
  type PartProps,
  prefixOf,
  useForm,
} from "./form-context.ts";
import { ListFields } from "./list-fields.tsx";
import { ObjectFields } from "./object-fields.tsx";

/** A part of a call is the parameters of a location, or the body. It sets the context of its fields. */
export function CallPart({ data, location, faults, media, onChange, children }: CallPartProps) {
  const form: Form = {
    schemas: data.schemas.within(media ?? null),
    prefix: prefixOf(data, location),
    faults: faults.filter((fault) => fault.location === location),
    hasNull: media !== undefined && isJsonType(media.type),
    fileTypes: (path) => (media === undefined ? [] : fileTypesAt(media, path)),
    edit: (edit) => onChange((draft) => editPart(draft, location, edit)),
    Field,
  };
  return <FormContext value={form}>{children}</FormContext>;
}

interface CallPartProps extends Omit<PartProps, "draft"> {
  readonly location: FieldFault["location"];
  readonly media?: OperationMediaType;
  readonly children: ReactNode;
}

function Field(props: FieldProps) {
  const { name, node, path } = props;
  const form = useForm();
  const { schemas } = form;
  const schema = schemas.resolve(props.schema);
  const control = chooseControl(schema, schemas);
  const at = pointerOf(path);
  const found = form.faults.filter(({ pointer }) => pointer === at);
  const faults = found.length > 0 ? found : checkTyped(node, schema, at);
  const id = fieldId(form, path);
  const isGroup = node !== undefined && groups.has(control) && node.kind !== "null";
  const isInvalid = faults.length > 0;
  const write = (value: JsonNode | null) => form.edit({ path, value });
  const describedBy = isInvalid ? `${id}~faults` : undefined;
  const common = { id, name, schema, path, onChange: write, describedBy, isInvalid };
  // A group lacks a control, so it takes the focus itself.
  const focusable = control === "object" ? { id, tabIndex: -1 } : {};
  const group = { ...focusable, className: "field field-group", role: "group", "aria-labelledby": `${id}~name` };
  return (
    <div {...(isGroup ? group : { className: "field" })} data-field={id}>
      <FieldHead field={props} schema={schema} control={control} isGroup={isGroup} />
      {node !== undefined && <FieldControl {...common} node={node} control={control} />}
      <FieldActions field={props} schema={schema} write={write} />
      <div id={`${id}~faults`} className="field-faults">
        {faults.map(({ message, hint }) => (
          <p key={message}>
            <FaultText message={message} hint={hint} />
          </p>
        ))}
      </div>
    </div>
  );
}

const groups: ReadonlySet<Control> = new Set(["object", "map", "list", "choices", "alternatives"]);

function FieldControl({ control, ...props }: ControlProps & { readonly control: Control }) {
  const { node } = props;
  if (node.kind === "null") return <code>null</code>;
  if (control === "list" && node.kind === "list") return <ListFields {...props} node={node} />;
  if (control === "choices" && node.kind === "list") return <ChoicesControl {...props} />;
  if (control === "object" && node.kind === "object") return <ObjectFields {...props} node={node} />;
  if (control === "map" && node.kind === "object") return <MapFields {...props} node={node} />;
  const ChosenControl = controls[control];
  return <ChosenControl {...props} />;
}

/** A list or an object is in the form of JSON if the value is of another kind. */
const controls: Readonly<Record<Control, ComponentType<ControlProps>>> = {
  choice: ChoiceControl,
  choices: JsonControl,
  boolean: ChoiceControl,
  number: NumberControl,
  cents: CentsControl,
  text: TextControl,
  date: DateControl,
  "date-time": DateControl,
  file: FileControl,
  list: JsonControl,
  object: JsonControl,
  map: JsonControl,
  alternatives: AlternativeFields,
  scalar: ScalarControl,
  json: JsonControl,
};

function FieldHead({ field, schema, control, isGroup }: FieldHeadProps) {
  const { name, path, isRequired } = field;
  const form = useForm();
  const id = fieldId(form, path);
  const hint = field.hint ?? schema.description?.text;
  return (
    <>
      <div className="row field-head">
        <label id={`${id}~name`} htmlFor={isGroup ? undefined : id}>
          <code>{name}</code>
        </label>
        <span className="note">{factsOf(schema, control, form.fileTypes(path))}</span>
        {isRequired && <b className="note word-required">required</b>}
      </div>
      {hint !== null && hint !== "" && <p className="note">{hint}</p>}
    </>
  );
}

interface FieldHeadProps {
  readonly field: FieldProps;
  readonly schema: Schema;
  readonly control: Control;
  readonly isGroup: boolean;
}

function factsOf(schema: Schema, control: Control, accepted: readonly string[]): string {
  const { types, name, format, unit, limits } = schema;
  if (control === "file") return ["file", ...accepted.map((type) => type.replace(/^.*\//, ""))].join(" · ");
  const words = types.map((type) => (type === "array" ? "list" : type)).join(" or ");
  const type = control === "choice" || control === "object" ? (name ?? words) : words;
  const nullable = isNullable(schema) ? "nullable" : null;
  const parts = [type, format, unitName(unit ?? ""), nullable, ...toLimitTexts(limits)];
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

/**
 * These actions leave a value out, set it to null, or put it in again. They're in the head of the field but come after
 * the value in tab order, because readers who fill in a form go from value to value.
 */
function FieldActions({ field, schema, write }: FieldActionsProps) {
  const { name, node, path, canLeaveOut = true } = field;
  const form = useForm();
  const id = fieldId(form, path);
  if (node === undefined) {
    const add = () => {
      write(emptyNode(schema, form.schemas));
      focusSoon(id);
    };
    return (
      <span className="field-actions">
        <Button label="Add" id={`${id}~add`} onClick={add} about={name} />
      </span>
    );
  }
  const isNull = node.kind === "null";
  const toggle = () => {
    // A reader who turns null off wants a value, even if null is the default.
    const start = schema.default === null ? { ...schema, default: undefined } : schema;
    write(isNull ? emptyNode(start, form.schemas) : { kind: "null" });
    if (isNull) focusSoon(id);
  };
  const leaveOut = () => {
    write(null);
    focusSoon(`${id}~add`);
  };
  return (
    <span className="field-actions">
      {form.hasNull && (isNullable(schema) || isNull) && (
        <Button label="null" aria-pressed={isNull} onClick={toggle} about={`for ${name}`} />
      )}
      {canLeaveOut && <Button label="Leave out" className="field-action leave-out" onClick={leaveOut} about={name} />}
    </span>
  );
}

interface FieldActionsProps extends Pick<FieldHeadProps, "field" | "schema"> {
  readonly write: (node: JsonNode | null) => void;
}
