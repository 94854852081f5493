import { useRef, useState } from "react";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import { Button } from "../button.tsx";
import { Choice, Switch } from "../choice.tsx";
import { bodyOf, bodyText, checkTyped, editPart, mediaOf, startDraft, writeBody } from "../draft/request-draft.ts";
import { exampleName, type OperationMediaType, type OperationSchemas } from "../explorer-operation.ts";
import { chooseControl, emptyNode } from "../form-schema.ts";
import type { JsonNode } from "../json/json-node.ts";
import { describeFault, type JsonFault, parseNode } from "../json/parse-node.ts";
import { FaultText } from "../wording.tsx";
import { CallPart } from "./field.tsx";
import { commonAttributes, focusSoon, type PartProps, prefixOf, useForm } from "./form-context.ts";
import { ObjectFields } from "./object-fields.tsx";

export function BodyFields({ data, draft, faults, onChange }: PartProps) {
  const { requestBody: body } = data;
  const media = mediaOf(draft, data);
  const { node } = bodyOf(draft);
  if (media === null || body === null) return null;
  const part = { data, media, draft, onChange };
  const include = (isSent: boolean) =>
    onChange((before) =>
      editPart(before, "body", {
        path: [],
        value: isSent ? emptyNode(media.schema, data.schemas.within(media)) : null,
      }),
    );
  return (
    <CallPart data={data} faults={faults} onChange={onChange} media={media} location="body">
      <fieldset className="call-part">
        <legend>
          Body <small>{draft.mediaType}</small>
        </legend>
        {(body.content.length > 1 || media.examples.length > 0) && (
          <div className="row">
            {body.content.length > 1 && <MediaTypeChoice {...part} />}
            {media.examples.length > 0 && <ExampleChoice {...part} />}
          </div>
        )}
        {!body.required && (
          <label className="row note">
            <input type="checkbox" checked={node !== null} onChange={({ target }) => include(target.checked)} /> Send a
            body
          </label>
        )}
        {node !== null && isJsonType(media.type) && <JsonBody {...part} />}
        {node !== null && !isJsonType(media.type) && (
          <BodyForm key={`${media.type} ${draft.example}`} media={media} node={node} />
        )}
      </fieldset>
    </CallPart>
  );
}

function MediaTypeChoice({ data, draft, onChange }: BodyPartProps) {
  const options = (data.requestBody?.content ?? []).map(({ type }) => [type, type] as const);
  const choose = (mediaType: string) => onChange((before) => ({ ...before, mediaType }));
  return <Choice label="Type" value={draft.mediaType ?? ""} options={options} onChange={choose} />;
}

interface BodyPartProps extends Omit<PartProps, "faults"> {
  readonly media: OperationMediaType;
}

function ExampleChoice({ data, media, draft, onChange }: BodyPartProps) {
  const options = media.examples.map((example, index) => [String(index), exampleName(example)] as const);
  const fill = (index: string) =>
    onChange((before) => ({ ...startDraft(data, media.type, Number(index)), parameters: before.parameters }));
  return <Choice label="Example" value={String(draft.example)} options={options} onChange={fill} />;
}

function JsonBody({ data, media, draft, onChange }: BodyPartProps) {
  const body = bodyOf(draft);
  const parsed = body.text === null ? null : parseNode(body.text);
  const [view, setView] = useState<BodyView>(parsed?.kind === "fault" ? "json" : "form");
  const showJson = () => {
    setView("json");
    focusSoon(prefixOf(data, "body"));
  };
  return (
    <>
      <Switch
        label="Edit the body as"
        name={`${prefixOf(data, "body")}~view`}
        value={view}
        options={bodyViews}
        onChange={setView}
      />
      {view === "json" ? (
        <JsonEditor
          id={prefixOf(data, "body")}
          schema={media.schema}
          text={bodyText(body)}
          onChange={(text) => onChange((before) => writeBody(before, text))}
        />
      ) : parsed?.kind === "fault" ? (
        <p className="field-faults">
          The JSON {describeFault(parsed)}. <Button label="Show the JSON" onClick={showJson} />
        </p>
      ) : (
        body.node !== null && <BodyForm key={`${media.type} ${draft.example}`} media={media} node={body.node} />
      )}
    </>
  );
}

type BodyView = "form" | "json";
const bodyViews = [
  ["form", "Form"],
  ["json", "JSON"],
] as const;

function BodyForm({ media, node }: { readonly media: OperationMediaType; readonly node: JsonNode }) {
  const form = useForm();
  const { schemas } = form;
  const isPlain = chooseControl(media.schema, schemas) === "object" && node.kind === "object";
  if (isPlain) return <ObjectFields schema={media.schema} node={node} path={[]} />;
  const isShaped = isJsonType(media.type) || isFormType(media.type) || node.kind === "file";
  const schema = isShaped ? media.schema : schemas.toSchema(longText);
  return <form.Field name="body" schema={schema} node={node} path={[]} isRequired canLeaveOut={false} />;
}

const longText = { type: "string", maxLength: 1_000_000 };

/**
 * The editor shows a body as JSON text. An invalid text stays as it is. The editor says where and why it breaks, or
 * which numbers differ from the contract's notation.
 */
function JsonEditor({ id, schema, text, onChange }: JsonEditorProps) {
  const { schemas } = useForm();
  const parsed = parseNode(text);
  const fault = parsed.kind === "fault" ? parsed : null;
  const numbers = parsed.kind === "fault" ? [] : checkNumbers(parsed, schema, schemas);
  const isInvalid = fault !== null || numbers.length > 0;
  const area = useRef<HTMLTextAreaElement>(null);
  const show = ({ offset }: JsonFault) => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, Math.min(offset + 1, text.length));
  };
  return (
    <>
      <textarea
        {...commonAttributes({ id, isInvalid, describedBy: isInvalid ? `${id}~fault` : undefined })}
        ref={area}
        aria-label="Body as JSON"
        value={text}
        rows={Math.min(Math.max(text.split("\n").length, 6), 28)}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== null && (
        <div className="field-faults" id={`${id}~fault`}>
          <p>
            The JSON {describeFault(fault)}. <Button label="Go there" onClick={() => show(fault)} />
          </p>
          <pre className="excerpt">
            {lineAt(text, fault)}
            {"\n"}
            {" ".repeat(Math.min(fault.column, before) - 1)}^
          </pre>
        </div>
      )}
      {numbers.length > 0 && (
        <div className="field-faults" id={`${id}~fault`}>
          {numbers.slice(0, maxNumbers).map(({ message, hint }) => (
            <p key={message}>
              <FaultText message={message} hint={hint} />
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** Every number in a value is checked as `checkTyped` does, unless an alternative accepts any number. */
export function checkNumbers(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly SampleFault[] {
  const faults = new Map<string, SampleFault>();
  schemas.walk(node, schema, ({ value, pointer, schemas: own }) => {
    if (own.some(({ types, unit }) => types.includes("number") && unit !== "usd-cents")) return;
    const [fault] = own.flatMap((applied) => checkTyped(value, applied, pointer));
    if (fault !== undefined) faults.set(fault.message, fault);
  });
  return [...faults.values()];
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

function lineAt(text: string, { line, column }: JsonFault): string {
  const start = Math.max(column - before, 0);
  return (text.split("\n")[line - 1] ?? "").slice(start, start + 2 * before).replaceAll("\t", " ");
}
