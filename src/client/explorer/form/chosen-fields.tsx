import { useState } from "react";

import type { Member } from "#shared/contract/schema.ts";
import { type Json, jsonTypeOf, toJsonText, toText } from "#shared/json/json.ts";

import { Button } from "../button.tsx";
import { emptyAlternative, emptyNode, choiceValues, nameOfAlternative } from "../form-schema.ts";
import {
  fromJson,
  memberNode,
  type ObjectNode,
  printCompactJson,
  printJson,
  textOf,
  toJson,
} from "../json/json-node.ts";
import { parseNode, toNumberNode } from "../json/parse-node.ts";
import { commonAttributes, type ControlProps, fieldId, type FieldsProps, focusSoon, useForm } from "./form-context.ts";

/* The sender chooses the kind of these fields. */

/** A value with alternatives shows a choice of the schema, and then its fields. */
export function AlternativeFields({ schema, node, path }: FieldsProps) {
  const form = useForm();
  const { schemas } = form;
  const choices = schema.alternatives?.schemas ?? [];
  const [chosen, setChosen] = useState(() => {
    const scores = choices.map((choice) => {
      const { types, members } = schemas.resolve(choice);
      const isOfType = types.includes(jsonTypeOf(toJson(node)));
      const isPresent = ({ name }: Member) => memberNode(node, name) !== undefined;
      const missing = members.filter((member) => member.required && !isPresent(member));
      return (isOfType ? 1 : 0) + members.filter(isPresent).length - missing.length;
    });
    return Math.max(scores.indexOf(Math.max(...scores)), 0);
  });
  const choice = choices[chosen];
  const choose = (index: number) => {
    setChosen(index);
    form.edit({ path, value: emptyAlternative(schema, index, form) });
  };
  return (
    <>
      <select
        id={`${fieldId(form, path)}~which${schema.furtherAlternatives.length || ""}`}
        aria-label={`Which of the alternatives for ${String(path.at(-1) ?? "the body")}`}
        value={chosen}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {choices.map((candidate, index) => {
          const name = nameOfAlternative(candidate, schemas) ?? `alternative ${index + 1}`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- several alternatives may have the same name
            <option key={index} value={index}>
              {name}
            </option>
          );
        })}
      </select>
      {choice !== undefined && (
        <form.Field
          key={chosen}
          name={nameOfAlternative(choice, schemas) ?? "value"}
          schema={schemas.alternative(schema, choice)}
          node={node}
          path={path}
          isRequired
          canLeaveOut={false}
        />
      )}
    </>
  );
}

export function MapFields({ schema, node, path }: FieldsProps<ObjectNode>) {
  const form = useForm();
  const id = fieldId(form, path);
  const values = form.schemas.additional(schema);
  const rename = (index: number, name: string) => {
    const members = node.members.map((member, memberIndex) => (memberIndex === index ? { ...member, name } : member));
    form.edit({ path, value: { kind: "object", members } });
  };
  const add = () => {
    const value = emptyNode(values, form.schemas);
    form.edit({ path, value: { kind: "object", members: [...node.members, { name: "", node: value }] } });
    focusSoon(`${id}~${node.members.length}`);
  };
  return (
    <>
      {node.members.map(({ name, node: member }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names change while they are typed: the index is what stays
        <div key={index} className="map-field">
          <input
            id={`${id}~${index}`}
            type="text"
            aria-label={`Name of entry ${index + 1}`}
            placeholder="name"
            value={name}
            onChange={({ target }) => rename(index, target.value)}
          />
          <form.Field name={name} schema={values} node={member} path={[...path, name]} isRequired={false} />
        </div>
      ))}
      <Button label="Add an entry" className="button" id={id} onClick={add} />
    </>
  );
}

/** The sender chooses any number of the listed values. They're sent in the order of the list. */
export function ChoicesControl({ id, name, schema, node, onChange, describedBy }: ControlProps) {
  const listed = choiceValues(useForm().schemas.item(schema, 0));
  const chosen = new Set(node.kind === "list" ? node.items.map(printCompactJson) : []);
  const toggle = (toggled: Json) => {
    const next = listed.filter((value) => chosen.has(toJsonText(value)) !== (value === toggled));
    onChange({ kind: "list", items: next.map(fromJson) });
  };
  return (
    <fieldset className="row" aria-label={name} aria-describedby={describedBy}>
      {listed.map((value, index) => {
        const key = toJsonText(value);
        return (
          <label key={key} className="row">
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

export function ScalarControl(props: ControlProps) {
  const { node, name, onChange } = props;
  const isText = node.kind === "text";
  const text = textOf(node);
  return (
    <div className="row">
      <input
        {...commonAttributes(props)}
        type="text"
        value={text}
        onChange={({ target }) => onChange(isText ? { kind: "text", value: target.value } : toNumberNode(target.value))}
      />
      <select
        aria-label={`Type of ${name}`}
        value={isText ? "text" : "number"}
        onChange={({ target }) =>
          onChange(target.value === "text" ? { kind: "text", value: text } : toNumberNode(text))
        }
      >
        <option value="text">text</option>
        <option value="number">number</option>
      </select>
    </div>
  );
}

/** The control takes any JSON value as text, which is formatted when the reader leaves it. */
export function JsonControl(props: ControlProps) {
  const { node, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (node.kind === "unfinished" ? node.text : printJson(node));
  const write = (next: string) => {
    const parsed = parseNode(next);
    setTyped(next);
    onChange(parsed.kind === "fault" ? { kind: "unfinished", text: next, fault: parsed.message } : parsed);
  };
  return (
    <textarea
      {...commonAttributes(props)}
      value={text}
      rows={Math.min(text.split("\n").length, 12)}
      onChange={({ target }) => write(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
