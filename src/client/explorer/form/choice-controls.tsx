import type { Schema } from "#shared/contract/schema.ts";
import { type Json, toJsonText, toText } from "#shared/json/json.ts";

import { fromJson } from "../json/json-node.ts";
import { printCompactJson, printJson } from "../json/print-node.ts";
import { listedValues } from "../schema/form-schema.ts";
import { commonAttributes, type ControlProps } from "./form-context.ts";

/** One of the listed values. A value that is not listed, written by hand, stays choosable. */
export function ChoiceControl(props: ControlProps) {
  const { schema, node, onChange } = props;
  const listed = listedValues(schema).map((value) => ({ value, key: toJsonText(value) }));
  const current = printCompactJson(node);
  const choose = (wanted: string) => {
    const choice = listed.find(({ key }) => key === wanted);
    if (choice !== undefined) onChange(fromJson(choice.value));
  };
  return (
    <select {...commonAttributes(props)} value={current} onChange={({ target }) => choose(target.value)}>
      {listed.every(({ key }) => key !== current) && <option value={current}>{current} (not listed)</option>}
      {listed.map(({ value, key }) => (
        <option key={key} value={key}>
          {labelOf(value, schema)}
        </option>
      ))}
    </select>
  );
}

function labelOf(value: Json, schema: Schema): string {
  const text = toText(value);
  const known = schema.enum.find((candidate) => candidate.value === value);
  const meaning = known?.meaning?.text ?? known?.label;
  const isShort = meaning && text.length + meaning.length < longestLabel;
  return isShort ? `${text} – ${meaning.replace(/\.$/, "")}` : text;
}

const longestLabel = 72;

export function BooleanControl(props: ControlProps) {
  const { node, onChange } = props;
  const current = printJson(node);
  return (
    <select
      {...commonAttributes(props)}
      value={current}
      onChange={({ target }) => onChange({ kind: "boolean", value: target.value === "true" })}
    >
      {node.kind !== "boolean" && <option value={current}>{current}</option>}
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}

/** Any number of the listed values, in the order of the list. */
export function ChoicesControl({ id, name, schema, schemas, node, onChange, describedBy }: ControlProps) {
  const listed = listedValues(schemas.item(schema, 0));
  const chosen = new Set(node.kind === "list" ? node.items.map(printCompactJson) : []);
  const toggle = (toggled: Json) => {
    const next = listed.filter((value) => chosen.has(toJsonText(value)) !== (value === toggled));
    onChange({ kind: "list", items: next.map(fromJson) });
  };
  return (
    <fieldset className="field-choices" aria-label={name} aria-describedby={describedBy}>
      {listed.map((value, index) => {
        const key = toJsonText(value);
        return (
          <label key={key}>
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              checked={chosen.has(key)}
              onChange={() => toggle(value)}
            />
            {toText(value)}
          </label>
        );
      })}
    </fieldset>
  );
}
