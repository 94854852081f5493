import { type ReactNode, type SyntheticEvent, useState } from "react";

import type { JsonNode, NodePath } from "../json/json-node.ts";
import { textOf } from "../json/print-node.ts";
import { toPointer, useForm } from "./form-context.ts";

/** A part of a form behind one line that tells what it holds. What is wrong in it opens it, and stays in sight. */
export function Fold({ title, note, paths, startsOpen = false, children }: FoldProps) {
  const { faultsByPointer } = useForm();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const pointers = paths.map(toPointer);
  const isFaulty = [...faultsByPointer.keys()].some((fault) =>
    pointers.some((pointer) => fault === pointer || fault.startsWith(`${pointer}/`)),
  );
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
  /** One line about the values, cut where there is no room. */
  readonly note: string;
  /** Where the values lie. */
  readonly paths: readonly NodePath[];
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** What can be left out, after what cannot: behind one line, unless it is little. */
export function OptionalFields({ sent, others, path, children }: OptionalFieldsProps) {
  // Nothing folds under the reader's hands.
  const [isFolded] = useState(sent.length > mostUnfolded);
  if (!isFolded) return children;
  const count = sent.length + others;
  return (
    <Fold title={`${count} optional fields`} note={sent.join(", ")} paths={sent.map((name) => [...path, name])}>
      {children}
    </Fold>
  );
}

interface OptionalFieldsProps {
  /** Names of those that have a value. */
  readonly sent: readonly string[];
  /** How many have none. */
  readonly others: number;
  readonly path: NodePath;
  readonly children: ReactNode;
}

const mostUnfolded = 2;

/** The texts and numbers of an object on one line. */
export function summaryOf(node: JsonNode): string {
  const members = node.kind === "object" ? node.members : [];
  const scalars = members.filter(({ node: { kind } }) => kind === "text" || kind === "number");
  return scalars
    .map((member) => textOf(member.node))
    .filter((text) => text !== "")
    .join(", ");
}
