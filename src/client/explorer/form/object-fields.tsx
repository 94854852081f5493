import type { Member, Schema } from "#shared/contract/schema.ts";

import { type JsonNode, memberNode, type NodePath, type ObjectNode } from "../json/json-node.ts";
import { emptyNode, isReadOnly } from "../schema/empty-node.ts";
import { fieldId, focusSoon, useForm } from "./form-context.ts";

/**
 * The members of an object: those that are sent and those that must be, then the names of those that could be. What only
 * the server fills in is not offered, but shown when somebody wrote it into the JSON.
 */
export function ObjectFields({ schema, node, path }: ObjectFieldsProps) {
  const form = useForm();
  const { schemas } = form;
  const offered = schema.members.filter((member) => !isReadOnly(member.schema, schemas));
  const order = offered.map(({ name }) => name);
  const isShown = ({ name, required }: Member) => required || memberNode(node, name) !== undefined;
  const unknown = node.members.filter(({ name }) => !order.includes(name));
  const leftOut = offered
    .filter((member) => !isShown(member))
    .map((member) => ({ name: member.name, start: () => emptyNode(member.schema, schemas) }));
  return (
    <>
      {offered.filter(isShown).map(({ name, required, schema: own }) => (
        <form.Field
          key={name}
          name={name}
          schema={own}
          node={memberNode(node, name)}
          path={[...path, name]}
          isRequired={required}
          order={order}
        />
      ))}
      {unknown.map(({ name, node: member }) => (
        <form.Field
          key={name}
          name={name}
          schema={schemas.member(schema, name)}
          node={member}
          path={[...path, name]}
          isRequired={false}
        />
      ))}
      <LeftOut entries={leftOut} path={path} order={order} />
    </>
  );
}

interface ObjectFieldsProps {
  readonly schema: Schema;
  readonly node: ObjectNode;
  readonly path: NodePath;
}

/** What is not sent, by name. A click puts it in. */
export function LeftOut({ entries, path, order }: LeftOutProps) {
  const form = useForm();
  if (entries.length === 0) return null;
  return (
    <p className="left-out">
      <span>Left out</span>
      {entries.map(({ name, start }) => {
        const id = fieldId(form, [...path, name]);
        const add = () => {
          form.edit({ path: [...path, name], value: start(), order });
          focusSoon(id);
        };
        return (
          <button key={name} type="button" id={`${id}~add`} onClick={add}>
            <span className="visually-hidden">Add </span>
            {name}
          </button>
        );
      })}
    </p>
  );
}

interface LeftOutProps {
  /** `start` makes the value that is put in. */
  readonly entries: readonly { readonly name: string; readonly start: () => JsonNode }[];
  readonly path: NodePath;
  readonly order: readonly string[];
}

/** An object whose names the sender chooses. */
export function MapFields({ schema, node, path }: MapFieldsProps) {
  const form = useForm();
  const id = fieldId(form, path);
  const values = form.schemas.others(schema);
  const rename = (index: number, name: string) => {
    const members = node.members.map((member, place) => (place === index ? { ...member, name } : member));
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
        // oxlint-disable-next-line react/no-array-index-key -- names change while they are typed: the place is what stays
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
      <button type="button" className="button" id={id} onClick={add}>
        Add an entry
      </button>
    </>
  );
}

interface MapFieldsProps {
  readonly schema: Schema;
  readonly node: ObjectNode;
  readonly path: NodePath;
}
