import { useRef, useState } from "react";

import { toDouble } from "#shared/json/number.ts";

import { parseNode } from "../json/parse-node.ts";
import { printJson, textOf } from "../json/print-node.ts";
import { commonAttributes, type ControlProps } from "./form-context.ts";

/** One line of text, or more where the text has more or may be long. */
export function TextControl(props: ControlProps) {
  const { node, schema, onChange } = props;
  const text = textOf(node);
  const isLong = text.includes("\n") || toDouble(schema.limits.maxLength ?? 0) > longLine;
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
    const parsed = parseNode(next);
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
