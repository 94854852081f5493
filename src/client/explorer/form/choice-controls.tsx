import { type Json, listAt, memberOf, textAt, textsAt } from "#shared/json/json.ts";

import { fromJson, toJson } from "../json/json-node.ts";
import { printJson } from "../json/print-node.ts";
import { listedValues, resolveSchema } from "../schema/form-schema.ts";
import { commonAttributes, type ControlProps } from "./form-context.ts";

/** One of the listed values. A value that is not listed, written by hand, stays choosable. */
export function ChoiceControl(props: ControlProps) {
  const { schema, node, onChange } = props;
  const listed = listedValues(schema.node);
  const current = printJson(node);
  const isListed = listed.some((value) => JSON.stringify(value) === current);
  return (
    <select
      {...commonAttributes(props)}
      value={current}
      onChange={({ target }) =>
        onChange(fromJson(listed.find((value) => JSON.stringify(value) === target.value) ?? toJson(node)))
      }
    >
      {!isListed && <option value={current}>{current} (not listed)</option>}
      {listed.map((value, index) => (
        <option key={JSON.stringify(value)} value={JSON.stringify(value)}>
          {labelOf(value, schema.node, index)}
        </option>
      ))}
    </select>
  );
}

function labelOf(value: Json, schema: Json, index: number): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const meaning = textAt(memberOf(schema, "x-enum-descriptions"), text) ?? textsAt(schema, "x-enum-varnames")[index];
  const isShort = meaning !== undefined && text.length + meaning.length < longestLabel;
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
export function ChoicesControl({ id, name, schema, document, node, onChange, describedBy }: ControlProps) {
  const listed = listedValues(resolveSchema(memberOf(schema.node, "items") ?? {}, document).node);
  const chosen = new Set(listAt({ items: toJson(node) }, "items").map((value) => JSON.stringify(value)));
  const toggle = (value: Json) => {
    const key = JSON.stringify(value);
    const next = listed.filter((candidate) =>
      candidate === value ? !chosen.has(key) : chosen.has(JSON.stringify(candidate)),
    );
    onChange({ kind: "list", items: next.map(fromJson) });
  };
  return (
    <fieldset className="field-choices" aria-label={name} aria-describedby={describedBy}>
      {listed.map((value, index) => {
        const key = JSON.stringify(value);
        return (
          <label key={key}>
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              checked={chosen.has(key)}
              onChange={() => toggle(value)}
            />
            {typeof value === "string" ? value : key}
          </label>
        );
      })}
    </fieldset>
  );
}
