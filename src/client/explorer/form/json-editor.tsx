import "../panel/common-chunk.ts";
import { useRef } from "react";

import { type JsonFault, parseNode } from "../json/parse-node.ts";

/** A body as JSON text. A text that breaks stays as it is; beside it stands where and why. */
export function JsonEditor({ id, text, onChange }: JsonEditorProps) {
  const parsed = parseNode(text);
  const fault = parsed.kind === "fault" ? parsed.fault : null;
  const area = useRef<HTMLTextAreaElement>(null);
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
