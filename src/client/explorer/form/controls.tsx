import { useRef, useState } from "react";

import type { Schema } from "#shared/contract/schema.ts";
import { toCents, toDollars } from "#shared/json/cents.ts";
import { type Json, toDouble, toJsonText, toText } from "#shared/json/json.ts";
import { signatureLength, toAccept, typeOfContent } from "#shared/media-type.ts";

import { Button, IconLabel } from "../button.tsx";
import { makeSampleFile } from "../draft/sample-files.ts";
import { choiceValues } from "../form-schema.ts";
import { fromJson, printCompactJson, textOf } from "../json/json-node.ts";
import { toNumberNode } from "../json/parse-node.ts";
import { formatSize } from "../wording.tsx";
import { commonAttributes, type ControlProps, useForm } from "./form-context.ts";

/** The control has one line, or several if the text has several or may be long. */
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

/** Readers type a date or a date and time (RFC 3339), or pick it in the browser's calendar, which adds the offset. */
export function DateControl(props: ControlProps) {
  const { node, name, schema, onChange } = props;
  const hasTime = schema.format === "date-time";
  const picker = useRef<HTMLInputElement>(null);
  const pick = (value: string) => onChange({ kind: "text", value: hasTime ? withOffset(value) : value });
  return (
    <div className="row">
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
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => target.value !== "" && pick(target.value)}
      />
      <Button
        label={<IconLabel path="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v3m6-3v3" text={`Pick ${name} in a calendar`} />}
        className="icon-button"
        onClick={() => picker.current?.showPicker()}
      />
    </div>
  );
}

/** The offset is the reader's at that time: `2025-03-10T15:00` becomes `2025-03-10T15:00:00-07:00`. */
function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const [hours, remainder] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const time = local.length === "2025-03-10T15:00".length ? `${local}:00` : local;
  return minutes === 0 ? `${time}Z` : `${time}${minutes < 0 ? "-" : "+"}${hours}:${remainder}`;
}

/** A typed number keeps its digits, and any other text stays as it was typed. */
export function NumberControl(props: ControlProps) {
  const { node, schema, onChange } = props;
  const isWhole = !schema.types.includes("number");
  return (
    <input
      {...commonAttributes(props)}
      type="text"
      inputMode={isWhole ? "numeric" : "decimal"}
      value={textOf(node)}
      onChange={({ target }) => onChange(toNumberNode(target.value))}
    />
  );
}

/**
 * An amount in cents shows the same amount in dollars beside it. Readers can type either, and the second follows digit
 * by digit. A fraction of a cent is kept as it is, so that the check can report it at the field at once.
 */
export function CentsControl(props: ControlProps) {
  const { node, name, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const cents = textOf(node);
  // `2400.50` is dollars in the wrong field, and a matching amount in dollars would hide the mistake.
  const isSplit = cents.includes(".");
  const write = (dollars: string) => {
    const amount = toCents(dollars);
    setTyped(dollars);
    // `1e3` isn't an amount of dollars, and it would be a number of cents.
    onChange(amount === null ? { kind: "unfinished", text: dollars } : toNumberNode(amount));
  };
  return (
    <div className="row">
      <input
        {...commonAttributes(props)}
        type="text"
        inputMode="numeric"
        value={cents}
        onChange={({ target }) => onChange(toNumberNode(target.value))}
      />
      <span className="note" aria-hidden="true">
        cents =
      </span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name} in dollars`}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        value={typed ?? (isSplit ? "" : toDollars(cents)) ?? ""}
        placeholder={isSplit ? "not whole cents" : "$0.00"}
        onChange={({ target }) => write(target.value)}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

/**
 * The choice has the values that the schema lists, or those of a boolean. A value that was typed by hand stays a choice
 * even if it's unlisted.
 */
export function ChoiceControl(props: ControlProps) {
  const { schema, node, onChange } = props;
  const values = choiceValues(schema);
  const listed = (values.length > 0 ? values : [true, false]).map((value) => ({ value, key: toJsonText(value) }));
  const current = printCompactJson(node);
  const choose = (wanted: string) => {
    const choice = listed.find(({ key }) => key === wanted);
    if (choice !== undefined) onChange(fromJson(choice.value));
  };
  return (
    <select {...commonAttributes(props)} value={current} onChange={({ target }) => choose(target.value)}>
      {listed.every(({ key }) => key !== current) && <option value={current}>{current} (not listed)</option>}
      {listed.map(({ value, key }) => (
        <option key={key} value={key}>
          {optionText(value, schema)}
        </option>
      ))}
    </select>
  );
}

function optionText(value: Json, schema: Schema): string {
  const text = toText(value);
  const known = schema.enum.find((candidate) => candidate.value === value);
  const meaning = known?.meaning?.text ?? known?.label;
  const isShort = meaning && text.length + meaning.length < longestOption;
  return isShort ? `${text} – ${meaning.replace(/\.$/, "")}` : text;
}

const longestOption = 72;

export function FileControl({ id, name, node, path, onChange, describedBy, isInvalid }: ControlProps) {
  const types = useForm().fileTypes(path);
  const { file, content } = node.kind === "file" ? node : { file: null, content: null };
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const bytes = new Uint8Array(await chosen.slice(0, signatureLength).arrayBuffer());
    onChange({ kind: "file", file: chosen, content: typeOfContent(bytes) });
  };
  return (
    <div className="row field-file">
      <label className="button">
        {file === null ? "Choose a file" : "Choose another file"}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          aria-label={name}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          accept={toAccept(types)}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      {file === null && <Button label="Use a sample file" onClick={() => onChange(makeSampleFile(types))} />}
      {file !== null && (
        <span className="note">
          <b>{file.name}</b> {formatSize(file.size)}
          {content !== null && <> · {content}</>}
        </span>
      )}
    </div>
  );
}
