import { useState } from "react";

import { toCents, toDollars } from "../json/cents.ts";
import type { JsonNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import { textOf } from "../json/print-node.ts";
import { commonAttributes, type ControlProps } from "./form-context.ts";

/** A number, as its digits: what is no number stays as it was typed. */
export function NumberControl(props: ControlProps) {
  const { node, schema, onChange } = props;
  const isWhole = !schema.types.includes("number");
  return (
    <input
      {...commonAttributes(props)}
      type="text"
      inputMode={isWhole ? "numeric" : "decimal"}
      className="field-number"
      value={textOf(node)}
      onChange={({ target }) => onChange(toNumber(target.value))}
    />
  );
}

/**
 * An amount in cents, with the same amount in dollars beside it. Either can be typed, the other follows digit by digit.
 * A fraction of a cent is written as it is, so that the check can refuse it.
 */
export function CentsControl(props: ControlProps) {
  const { node, name, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const cents = textOf(node);
  const write = (dollars: string) => {
    setTyped(dollars);
    onChange(toNumber(toCents(dollars) ?? dollars));
  };
  return (
    <div className="field-row field-cents">
      <input
        {...commonAttributes(props)}
        type="text"
        inputMode="numeric"
        value={cents}
        onChange={({ target }) => onChange(toNumber(target.value))}
      />
      <span aria-hidden="true">cents =</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name} in dollars`}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        value={typed ?? toDollars(cents) ?? ""}
        placeholder="$0.00"
        onChange={({ target }) => write(target.value)}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

/** A text or a number: which one, the sender says. */
export function ScalarControl(props: ControlProps) {
  const { node, name, onChange } = props;
  const isText = node.kind === "text";
  const text = textOf(node);
  return (
    <div className="field-row">
      <input
        {...commonAttributes(props)}
        type="text"
        value={text}
        onChange={({ target }) => onChange(isText ? { kind: "text", value: target.value } : toNumber(target.value))}
      />
      <select
        aria-label={`Type of ${name}`}
        value={isText ? "text" : "number"}
        onChange={({ target }) => onChange(target.value === "text" ? { kind: "text", value: text } : toNumber(text))}
      >
        <option value="text">text</option>
        <option value="number">number</option>
      </select>
    </div>
  );
}

/** The number that a text is in JSON; the text itself when it is none. */
function toNumber(typed: string): JsonNode {
  const parsed = parseNode(typed.trim());
  return parsed.kind === "value" && parsed.node.kind === "number" ? parsed.node : { kind: "unfinished", text: typed };
}
