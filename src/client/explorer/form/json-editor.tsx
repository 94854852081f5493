import { useRef, useState } from "react";

import { type JsonFault, parseJson } from "../json/parse-node.ts";
import { printJson } from "../json/print-node.ts";
import { commonAttributes, type ControlProps } from "./form-context.ts";

/** A body as JSON text. A text that breaks stays as it is; beside it stands where and why. */
export function JsonEditor({ id, text, onChange }: JsonEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const parsed = parseJson(text);
  const fault = parsed.kind === "fault" ? parsed.fault : null;
  const show = ({ offset }: JsonFault) => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, Math.min(offset + 1, text.length));
  };
  return (
    <>
      <textarea
        ref={area}
        id={id}
        className="field-json json-editor"
        aria-label="Body as JSON"
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}~fault`}
        value={text}
        rows={Math.min(Math.max(text.split("\n").length, 6), 28)}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== null && (
        <div className="field-faults" id={`${id}~fault`}>
          <p>
            Line {fault.line}, column {fault.column}: {fault.message}.{" "}
            <button type="button" className="field-action" onClick={() => show(fault)}>
              Go there
            </button>
          </p>
          <pre className="json-frame">
            {lineAt(text, fault)}
            {"\n"}
            {" ".repeat(framedColumn(fault) - 1)}^
          </pre>
        </div>
      )}
    </>
  );
}

interface JsonEditorProps {
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** How much of a long line is shown before the place. */
const before = 40;

function framedColumn({ column }: JsonFault): number {
  return Math.min(column, before);
}

function lineAt(text: string, { line, column }: JsonFault): string {
  const start = Math.max(column - before, 0);
  return (text.split("\n")[line - 1] ?? "").slice(start, start + 2 * before).replaceAll("\t", " ");
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
