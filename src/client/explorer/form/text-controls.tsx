import { useRef, useState } from "react";

import { type JsonObject, numberAt } from "#shared/json/json.ts";

import type { JsonNode } from "../json/json-node.ts";
import { parseJson } from "../json/parse-node.ts";
import { printJson } from "../json/print-node.ts";
import type { ResolvedSchema } from "../schema/form-schema.ts";

/** One line of text, or more where the text has more or may be long. */
export function TextControl(props: ControlProps) {
  const { node, schema, onChange } = props;
  const text = textOf(node);
  const isLong = text.includes("\n") || (numberAt(schema.node, "maxLength") ?? 0) > longLine;
  const attributes = {
    ...commonAttributes(props),
    value: text,
    placeholder: "empty text",
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ kind: "text", value: target.value }),
  };
  return isLong ? (
    <textarea {...attributes} rows={Math.min(text.split("\n").length + 1, 8)} />
  ) : (
    <input type="text" {...attributes} />
  );
}

const longLine = 256;

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

/** The number that a text is in JSON; the text itself when it is none. */
export function toNumber(typed: string): JsonNode {
  const parsed = parseJson(typed.trim());
  return parsed.kind === "value" && parsed.node.kind === "number" ? parsed.node : { kind: "unfinished", text: typed };
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

/** A date or a date and time (RFC 3339): typed, or picked in the browser's calendar and written with its offset. */
export function DateControl(props: ControlProps & { readonly hasTime: boolean }) {
  const { node, name, onChange, hasTime } = props;
  const picker = useRef<HTMLInputElement>(null);
  const pick = (value: string) => onChange({ kind: "text", value: hasTime ? withOffset(value) : value });
  return (
    <div className="field-row">
      <input
        {...commonAttributes(props)}
        type="text"
        value={textOf(node)}
        placeholder={hasTime ? "2025-03-10T15:00:00Z" : "2025-03-10"}
        onChange={({ target }) => onChange({ kind: "text", value: target.value })}
      />
      <input
        ref={picker}
        type={hasTime ? "datetime-local" : "date"}
        className="field-picker"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => target.value !== "" && pick(target.value)}
      />
      <button type="button" className="icon-button" onClick={() => picker.current?.showPicker()}>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v3m6-3v3" />
        </svg>
        <span className="visually-hidden">Pick {name} in a calendar</span>
      </button>
    </div>
  );
}

/** A local time with the offset that this place has then: `2025-03-10T15:00` to `2025-03-10T15:00:00-07:00`. */
function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const time = local.length === "2025-03-10T15:00".length ? `${local}:00` : local;
  return minutes === 0 ? `${time}Z` : `${time}${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
}

/** Any JSON value, as text. It is set in order when the reader leaves it. */
export function JsonControl(props: ControlProps) {
  const { node, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (node.kind === "unfinished" ? node.text : printJson(node));
  const write = (next: string) => {
    const parsed = parseJson(next);
    setTyped(next);
    onChange(parsed.kind === "value" ? parsed.node : { kind: "unfinished", text: next });
  };
  return (
    <textarea
      {...commonAttributes(props)}
      className="field-json"
      value={text}
      rows={Math.min(text.split("\n").length, 12)}
      onChange={({ target }) => write(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A text as it is; of another kind of value its JSON. */
export function textOf(node: JsonNode): string {
  if (node.kind === "text") return node.value;
  return node.kind === "number" || node.kind === "unfinished" ? node.text : printJson(node);
}

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

/** What every control takes. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly schema: ResolvedSchema;
  readonly document: JsonObject;
  readonly node: JsonNode;
  readonly onChange: (node: JsonNode) => void;
  /** Ids of the elements that describe the control. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}
