import { type KeyboardEvent, memo, type ReactNode } from "react";

import type { Schema } from "#shared/contract/schema.ts";
import { toDollars } from "#shared/json/cents.ts";

import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, partsOfNode, printJson } from "../json/json-node.ts";

/**
 * The view shows JSON as `printJson` prints it, in colors and line by line. Objects and lists can be folded. Amounts in
 * cents have their dollars beside them, which copying leaves behind.
 */
export const JsonView = memo(function JsonView({ node, schema, data, isFolded = false }: JsonViewProps) {
  const cents = new Set<JsonNode>(findCents(node, schema, data.schemas).map((value) => value.node));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that lead from one summary to the next
    <div onKeyDown={moveByKey}>
      <Value node={node} cents={cents} lead={null} trail="" depth={0} isFolded={isFolded} />
    </div>
  );
});

interface JsonViewProps {
  readonly node: JsonNode;
  readonly schema: Schema;
  readonly data: ExplorerOperation;
  readonly isFolded?: boolean;
}

interface ValueProps {
  readonly node: JsonNode;
  readonly cents: ReadonlySet<JsonNode>;
  readonly lead: ReactNode;
  readonly trail: string;
  readonly depth: number;
  /** True means that the value is folded at first, its parts open. */
  readonly isFolded: boolean;
}

function Value({ node, cents, lead, trail, depth, isFolded }: ValueProps) {
  const parts = [...partsOfNode(node)];
  const indent = "  ".repeat(depth);
  // A wrapped line continues a little to the right of its start, so that the indentation stays visible.
  const hang = `${2 * depth + 4}ch`;
  const line = { className: "response-line", style: { paddingLeft: hang, textIndent: `-${hang}` } };
  if (parts.length === 0) {
    return (
      <div {...line}>
        {indent}
        {lead}
        <Scalar node={node} cents={cents} />
        {trail}
      </div>
    );
  }
  const [open, close] = node.kind === "list" ? "[]" : "{}";
  const count = `${parts.length} ${node.kind === "list" ? "element" : "member"}${parts.length === 1 ? "" : "s"}`;
  return (
    <details open={!isFolded}>
      {/* Only the first fold is in the tab order; from there, the arrow keys move on. */}
      <summary {...line} tabIndex={depth === 0 ? 0 : -1} data-rest={`… ${close}${trail} ${count}`}>
        {indent}
        {lead}
        {open}
      </summary>
      {parts.map(([name, part], index) => (
        <Value
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat: a member has no identity but its index
          key={index}
          node={part}
          cents={cents}
          lead={typeof name === "string" && <Name name={name} />}
          trail={index === parts.length - 1 ? "" : ","}
          depth={depth + 1}
          isFolded={false}
        />
      ))}
      <div {...line}>{indent + close + trail}</div>
    </details>
  );
}

function Name({ name }: { readonly name: string }) {
  return (
    <>
      <span className="tk">{JSON.stringify(name)}</span>
      {": "}
    </>
  );
}

function Scalar({ node, cents }: Pick<ValueProps, "node" | "cents">) {
  const text = printJson(node);
  if (node.kind === "object" || node.kind === "list") return text;
  const dollars = cents.has(node) ? (toDollars(text) ?? undefined) : undefined;
  return (
    <span className={node.kind === "text" ? "ts" : "tc"} data-usd={dollars}>
      {text}
    </span>
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  const fold = target instanceof HTMLElement ? target.parentElement : null;
  if (!(fold instanceof HTMLDetailsElement)) return;
  const shown = [...currentTarget.querySelectorAll("summary")].filter((summary) => summary.checkVisibility());
  const index = shown.findIndex(({ parentElement }) => parentElement === fold);
  const isTurn = key === (fold.open ? "ArrowLeft" : "ArrowRight");
  if (isTurn) fold.open = !fold.open;
  const nextByKey = new Map([
    ["ArrowDown", shown[index + 1]],
    ["ArrowRight", shown[index + 1]],
    ["ArrowUp", shown[index - 1]],
    ["ArrowLeft", shown.find(({ parentElement }) => parentElement === fold.parentElement)],
  ]);
  const next = isTurn ? shown[index] : nextByKey.get(key);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export interface CentsValue {
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

export function findCents(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly CentsValue[] {
  const found: CentsValue[] = [];
  schemas.walk(node, schema, ({ value, schemas: own, name }) => {
    if (value.kind === "number" && own.some(({ unit }) => unit === "usd-cents")) found.push({ name, node: value });
  });
  return found;
}
