import { useState } from "react";

import { Button } from "../button.tsx";
import { emptyNode } from "../form-schema.ts";
import { type JsonNode, type ListNode, type NodePath, textOf } from "../json/json-node.ts";
import { fieldId, type FieldsProps, focusSoon, useForm } from "./form-context.ts";
import { Fold } from "./object-fields.tsx";

/** The elements of a list have buttons to add, remove and move them. An object folds behind a line that sums it up. */
export function ListFields({ schema, node, path }: FieldsProps<ListNode>) {
  const form = useForm();
  const id = fieldId(form, path);
  const name = String(path.at(-1) ?? "the list");
  const count = node.items.length;
  const [countAtFirst] = useState(count);
  const add = () => {
    form.edit({ path: [...path, count], value: emptyNode(form.schemas.item(schema, count), form.schemas) });
    focusSoon(`${id}/${count}`);
  };
  const toField = (item: JsonNode, index: number) => (
    <form.Field
      name={`${index + 1} of ${count}`}
      schema={form.schemas.item(schema, index)}
      node={item}
      path={[...path, index]}
      isRequired={false}
      canLeaveOut={false}
    />
  );
  return (
    <>
      <ol className="list-fields">
        {node.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- elements have no identity but their index
          <li key={index}>
            <ItemActions path={path} node={node} index={index} />
            {item.kind === "object" ? (
              <Fold
                title={`${index + 1} of ${count}`}
                note={summaryOf(item)}
                paths={[[...path, index]]}
                startsOpen={index >= countAtFirst || summaryOf(item) === ""}
              >
                {toField(item, index)}
              </Fold>
            ) : (
              toField(item, index)
            )}
          </li>
        ))}
      </ol>
      <Button label={`Add to ${name}`} className="button" id={id} onClick={add} />
    </>
  );
}

function summaryOf(node: JsonNode): string {
  const members = node.kind === "object" ? node.members : [];
  const scalars = members.filter(({ node: { kind } }) => kind === "text" || kind === "number");
  return scalars
    .map((member) => textOf(member.node))
    .filter((text) => text !== "")
    .join(", ");
}

function ItemActions({ path, node, index }: ItemActionsProps) {
  const form = useForm();
  const id = fieldId(form, path);
  const item = `${index + 1} of ${node.items.length} in ${String(path.at(-1) ?? "the list")}`;
  const move = (by: -1 | 1) => {
    const moved = node.items.slice(index, index + 1);
    const items = node.items.toSpliced(index, 1).toSpliced(index + by, 0, ...moved);
    form.edit({ path, value: { kind: "list", items } });
    // At an end, only the button that moves the element back is left.
    const isFirst = index + by === 0;
    const isLast = index + by === node.items.length - 1;
    focusSoon(`${id}/${index + by}~${isFirst || (by > 0 && !isLast) ? "down" : "up"}`);
  };
  const remove = () => {
    form.edit({ path: [...path, index], value: null });
    focusSoon(id);
  };
  return (
    <span className="field-actions">
      {index > 0 && <Button label="Up" id={`${id}/${index}~up`} onClick={() => move(-1)} about={item} />}
      {index < node.items.length - 1 && (
        <Button label="Down" id={`${id}/${index}~down`} onClick={() => move(1)} about={item} />
      )}
      <Button label="Remove" id={`${id}/${index}~remove`} onClick={remove} about={item} />
    </span>
  );
}

interface ItemActionsProps {
  readonly path: NodePath;
  readonly node: ListNode;
  readonly index: number;
}
