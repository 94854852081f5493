import "../panel/common-chunk.ts";
import type { Schema } from "#shared/contract/schema.ts";

import type { NodePath, ObjectNode } from "../json/json-node.ts";
import { emptyNode } from "../schema/empty-node.ts";
import { fieldId, focusSoon, useForm } from "./form-context.ts";

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
