import { useRef } from "react";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";

import { checkTyped } from "../draft/request-draft.ts";
import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, partsOfNode } from "../json/json-node.ts";
import { type JsonSyntaxFault, parseNode } from "../json/parse-node.ts";
import { FaultText } from "../wording.tsx";
import { useForm } from "./form-context.ts";

/**
 * The editor shows a body as JSON text. An invalid text stays as it is. The editor says where and why it breaks, or
 * which numbers differ from the contract's notation.
 */
export function JsonEditor({ id, schema, text, onChange }: JsonEditorProps) {
  const { schemas } = useForm();
  const parsed = parseNode(text);
  const fault = parsed.kind === "fault" ? parsed.fault : null;
  const numbers = parsed.kind === "fault" ? [] : checkNumbers(parsed.node, schema, schemas);
  const isInvalid = fault !== null || numbers.length > 0;
  const area = useRef<HTMLTextAreaElement>(null);
  const show = ({ offset }: JsonSyntaxFault) => {
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
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}~fault` : undefined}
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
            {" ".repeat(Math.min(fault.column, before) - 1)}^
          </pre>
        </div>
      )}
      {numbers.length > 0 && (
        <div className="field-faults" id={`${id}~fault`}>
          <NumberFaults faults={numbers} />
        </div>
      )}
    </>
  );
}

/**
 * The faults are those of `checkTyped` for every number in a value. An alternative that accepts any number is free of
 * faults.
 */
export function checkNumbers(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly SampleFault[] {
  const faults: SampleFault[] = [];
  walkValue(node, schema, {
    applying: (stated) => applyingSchemas(stated, schemas.byName),
    partsOf: partsOfNode,
    visit: ({ value, pointer, schemas: own }) => {
      const takesAny = own.some(({ types, unit }) => types.includes("number") && unit !== "usd-cents");
      if (!takesAny) faults.push(...own.flatMap((applied) => checkTyped(value, applied, pointer)).slice(0, 1));
    },
  });
  return faults;
}

function NumberFaults({ faults }: { readonly faults: readonly SampleFault[] }) {
  const unique = [...new Map(faults.map((fault) => [fault.message, fault])).values()];
  return unique.slice(0, maxNumbers).map(({ message, hint }) => (
    <p key={message}>
      <FaultText message={message} hint={hint} />
    </p>
  ));
}

/** Readers look at only a few faults while typing, and Send lists all of them. */
const maxNumbers = 5;

interface JsonEditorProps {
  readonly id: string;
  readonly schema: Schema;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A long line shows this many characters before the fault. */
const before = 40;

function lineAt(text: string, { line, column }: JsonSyntaxFault): string {
  const start = Math.max(column - before, 0);
  return (text.split("\n")[line - 1] ?? "").slice(start, start + 2 * before).replaceAll("\t", " ");
}
