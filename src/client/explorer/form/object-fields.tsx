import type { Member, Schema } from "#shared/contract/schema.ts";

import { type JsonNode, memberNode, type NodePath, type ObjectNode } from "../json/json-node.ts";
import { emptyNode, isReadOnly } from "../schema/empty-node.ts";
import { OptionalFields } from "./fold.tsx";
import { fieldId, focusSoon, useForm } from "./form-context.ts";

/**
 * The members of an object: those that must be sent, those that are sent all the same, then the names of those that could
 * be. What only the server fills in is not offered, but shown when somebody wrote it into the JSON.
 */
export function ObjectFields({ schema, node, path }: ObjectFieldsProps) {
  const form = useForm();
  const { schemas } = form;
  const offered = schema.members.filter((member) => !isReadOnly(member.schema, schemas));
  const order = offered.map(({ name }) => name);
  const required = offered.filter((member) => member.required);
  const sent = offered.filter((member) => !member.required && memberNode(node, member.name) !== undefined);
  const unknown = node.members.filter(({ name }) => !order.includes(name));
  const leftOut = offered
    .filter((member) => !required.includes(member) && !sent.includes(member))
    .map((member) => ({ name: member.name, start: () => emptyNode(member.schema, schemas) }));
  const toField = ({ name, required: isRequired, schema: own }: Member) => (
    <form.Field
      key={name}
      name={name}
      schema={own}
      node={memberNode(node, name)}
      path={[...path, name]}
      isRequired={isRequired}
      order={order}
    />
  );
  return (
    <>
      {required.map(toField)}
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
      <OptionalFields sent={sent.map(({ name }) => name)} others={leftOut.length} path={path}>
        {sent.map(toField)}
        <LeftOut entries={leftOut} path={path} order={order} />
      </OptionalFields>
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
