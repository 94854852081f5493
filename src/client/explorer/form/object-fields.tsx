import { type ReactNode, type SyntheticEvent, useState } from "react";

import type { Member } from "#shared/contract/schema.ts";

import { emptyNode, isReadOnly } from "../form-schema.ts";
import { type JsonNode, memberNode, type NodePath, type ObjectNode, pointerOf } from "../json/json-node.ts";
import { fieldId, type FieldsProps, focusSoon, useForm } from "./form-context.ts";

/** Read-only members of an object are hidden, unless the JSON has them. */
export function ObjectFields({ schema, node, path }: FieldsProps<ObjectNode>) {
  const form = useForm();
  const { schemas } = form;
  const offered = schema.members.filter((member) => !isReadOnly(member.schema, schemas));
  const toField = ({ name, required, schema: own }: Omit<Member, "from">) => (
    <form.Field
      key={name}
      name={name}
      schema={own}
      node={memberNode(node, name)}
      path={[...path, name]}
      isRequired={required}
    />
  );
  const unknown = node.members.filter(({ name }) => offered.every((member) => member.name !== name));
  const fields = offered.map((member) => ({
    name: member.name,
    isRequired: member.required,
    start: () => emptyNode(member.schema, schemas),
    field: toField(member),
  }));
  return (
    <FieldsByNeed fields={fields} node={node} path={path}>
      {unknown.map(({ name }) => toField({ name, required: false, schema: schemas.member(schema, name) }))}
    </FieldsByNeed>
  );
}

/**
 * Required values come first, then `children`, then the optional values that are sent, and then the names of the
 * remaining values.
 */
export function FieldsByNeed({ fields, node, path, children }: FieldsByNeedProps) {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const sent = optional.filter(({ name }) => memberNode(node, name) !== undefined);
  // The fold is decided once, so that fields stay open while the reader is editing.
  const [isFolded] = useState(sent.length > maxUnfolded);
  const optionalFields = (
    <>
      {sent.map(({ field }) => field)}
      <LeftOut fields={optional.filter((field) => !sent.includes(field))} path={path} />
    </>
  );
  return (
    <>
      {required.map(({ field }) => field)}
      {children}
      {isFolded ? (
        <Fold
          title={`${optional.length} optional fields`}
          note={sent.map(({ name }) => name).join(", ")}
          paths={sent.map(({ name }) => [...path, name])}
        >
          {optionalFields}
        </Fold>
      ) : (
        optionalFields
      )}
    </>
  );
}

interface FieldsByNeedProps {
  readonly fields: readonly OfferedField[];
  readonly node: ObjectNode;
  readonly path: NodePath;
  readonly children?: ReactNode;
}

interface OfferedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly start: () => JsonNode;
  readonly field: ReactNode;
}

const maxUnfolded = 2;

function LeftOut({ fields, path }: Pick<FieldsByNeedProps, "fields" | "path">) {
  const form = useForm();
  if (fields.length === 0) return null;
  return (
    <p className="row left-out">
      <span className="note">Left out</span>
      {fields.map(({ name, start }) => {
        const id = fieldId(form, [...path, name]);
        const add = () => {
          form.edit({ path: [...path, name], value: start() });
          focusSoon(id);
        };
        return (
          <button key={name} type="button" className="chip" id={`${id}~add`} onClick={add}>
            <span className="visually-hidden">Add </span>
            {name}
          </button>
        );
      })}
    </p>
  );
}

/** A line sums up a part of a form and folds it. A fault in the part opens it and keeps it in view. */
export function Fold({ title, note, paths, startsOpen = false, children }: FoldProps) {
  const { faults } = useForm();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const pointers = paths.map(pointerOf);
  const isFaulty = pointers.some((pointer) => faults.some((fault) => `${fault.pointer}/`.startsWith(`${pointer}/`)));
  const isShown = isOpen || isFaulty;
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    currentTarget.open ||= isFaulty;
    setIsOpen(currentTarget.open);
  };
  return (
    <details className="fold" open={isShown} onToggle={onToggle}>
      <summary>
        {title} <small>{note}</small>
      </summary>
      {isShown && children}
    </details>
  );
}

interface FoldProps {
  readonly title: string;
  /** The note sums up the values in a line, which is cut at the edge. */
  readonly note: string;
  readonly paths: readonly NodePath[];
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}
