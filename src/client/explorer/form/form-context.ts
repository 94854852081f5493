import { type ComponentType, createContext, useContext } from "react";

import type { Schema } from "#shared/contract/schema.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";

import type { RequestDraft, FieldFault, PathEdit } from "../draft/request-draft.ts";
import type { ExplorerOperation, OperationMediaType, OperationSchemas } from "../explorer-operation.ts";
import type { JsonNode, NodePath } from "../json/json-node.ts";

/** One value of a form. */
export interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  /** Undefined when the value is left out. */
  readonly node: JsonNode | undefined;
  readonly path: NodePath;
  readonly isRequired: boolean;
  /** A hint that comes from outside the schema. */
  readonly hint?: string | null;
  /** Names of the sibling values, in their order. */
  readonly order?: readonly string[];
  /** False for an element of a list, which has buttons of its own. */
  readonly canLeaveOut?: boolean;
}

/** Props of a part of the form: the parameters, the body. */
export interface PartProps {
  readonly data: ExplorerOperation;
  readonly draft: RequestDraft;
  readonly faults: readonly FieldFault[];
  /** True where a call goes to a sandbox. */
  readonly isSimulated: boolean;
  readonly onChange: (edit: (draft: RequestDraft) => RequestDraft) => void;
}

/** What every field of one part of a call needs, however deep it lies. */
export interface Form {
  readonly schemas: OperationSchemas;
  /** Begins the ids of this part's fields. */
  readonly prefix: string;
  /** The faults of this part. */
  readonly faults: readonly FieldFault[];
  /** True where null can be sent: in JSON. */
  readonly hasNull: boolean;
  /** True where a call goes to a sandbox. */
  readonly isSimulated: boolean;
  /** Per part of a form: the media types that it accepts. */
  readonly encoding: OperationMediaType["encoding"];
  readonly edit: (edit: PathEdit) => void;
  /** Fields nest: the components between them get the outer one from here. */
  readonly Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<Form | null>(null);

/** The form around a field. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error("a field was rendered outside of a form");
  return form;
}

export function toPointer(path: NodePath): string {
  return path.map((step) => `/${escapeToken(String(step))}`).join("");
}

/** The id of a field's control. */
export function fieldId({ prefix }: Pick<Form, "prefix">, path: NodePath): string {
  return prefix + toPointer(path);
}

/** Begins the ids of a part's fields: `try-post-loads-body`, then the pointer. */
export function prefixOf({ anchor }: Pick<ExplorerOperation, "anchor">, place: FieldFault["place"]): string {
  return `try-${anchor}-${place}`;
}

/** Moves the focus once what was just changed is on the page. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** Props of the fields within a value. */
export interface FieldsProps<Node extends JsonNode = JsonNode> {
  /** Resolved: references to names are followed. */
  readonly schema: Schema;
  readonly node: Node;
  readonly path: NodePath;
}

/** Props of every control. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  /** Resolved: references to names are followed. */
  readonly schema: Schema;
  readonly schemas: OperationSchemas;
  readonly node: JsonNode;
  readonly isRequired: boolean;
  readonly onChange: (node: JsonNode) => void;
  /** Ids of the elements that describe the control. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** Attributes that every control has. */
export function commonAttributes({ id, describedBy, isInvalid }: ControlProps) {
  return {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
  };
}
