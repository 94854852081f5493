import { type ComponentType, createContext, useContext } from "react";

import type { Schema } from "#shared/contract/schema.ts";

import type { RequestDraft, FieldFault, PathEdit } from "../draft/request-draft.ts";
import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, type NodePath, pointerOf } from "../json/json-node.ts";

export interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly node: JsonNode | undefined;
  readonly path: NodePath;
  readonly isRequired: boolean;
  /** The hint comes from outside the schema. */
  readonly hint?: string | null;
  /** False means that the value is an element of a list, which has buttons of its own. */
  readonly canLeaveOut?: boolean;
}

export interface PartProps {
  readonly data: ExplorerOperation;
  readonly draft: RequestDraft;
  readonly faults: readonly FieldFault[];
  readonly onChange: (edit: (draft: RequestDraft) => RequestDraft) => void;
}

/** Every field of a part needs these values, however deeply it's nested. */
export interface Form {
  readonly schemas: OperationSchemas;
  readonly prefix: string;
  readonly faults: readonly FieldFault[];
  /** True means that null can be sent, as in JSON. */
  readonly hasNull: boolean;
  /** A file at a path has to be of these media types; the list is empty if any type will do. */
  readonly fileTypes: (path: NodePath) => readonly string[];
  readonly edit: (edit: PathEdit) => void;
  /** Fields are nested, and the components between them get the outer component from here. */
  readonly Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error("a field was rendered outside of a form");
  return form;
}

export function fieldId({ prefix }: Form, path: NodePath): string {
  return prefix + pointerOf(path);
}

/** The ids of a part's fields start with this prefix, followed by the pointer: `try-post-loads-body`. */
export function prefixOf({ anchor }: Pick<ExplorerOperation, "anchor">, location: FieldFault["location"]): string {
  return `try-${anchor}-${location}`;
}

/** The focus moves in the next frame, once the changed element is on the page. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** These are the props of a control whose parts are fields again. */
export interface FieldsProps<Node extends JsonNode = JsonNode> extends Pick<ControlProps, "schema" | "path"> {
  readonly node: Node;
}

export interface ControlProps {
  readonly id: string;
  readonly name: string;
  /** Resolved: references to names are followed. */
  readonly schema: Schema;
  readonly node: JsonNode;
  readonly path: NodePath;
  readonly onChange: (node: JsonNode) => void;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

export function commonAttributes({
  id,
  describedBy,
  isInvalid,
}: Pick<ControlProps, "id" | "describedBy" | "isInvalid">) {
  return {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
  };
}
