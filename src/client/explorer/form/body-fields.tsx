import { isJsonType } from "../../../rules/json-type.ts";
import { useCallback, useState } from "react";
import type { ExplorerBody, ExplorerData, ExplorerMediaType } from "../../../model/explorer.ts";
import { bodyOf, bodyText, editBody, startDraft, writeBody, type Draft, type PathEdit } from "../draft/draft.ts";
import type { FieldFault } from "../draft/field-fault.ts";
import { parseJson } from "../json/parse-json.ts";
import { emptyNode } from "../schema/empty-node.ts";
import { BodyForm } from "./body-form.tsx";
import { CallPart, prefixOf } from "./call-part.tsx";
import { JsonEditor } from "./json-editor.tsx";

/** The body of a call: which type, from which example, as a form or as JSON. */
export function BodyFields({ data, body, draft, faults, onChange }: BodyFieldsProps) {
  const edit = useCallback((change: PathEdit) => onChange((before) => editBody(before, change)), [onChange]);
  const media = body.content.find(({ type }) => type === draft.mediaType);
  const { node } = bodyOf(draft);
  if (media === undefined) return null;
  const set = (included: boolean) =>
    edit({ path: [], value: included ? emptyNode(media.schema, data.document) : null });
  return (
    <CallPart
      data={data}
      place="body"
      faults={faults}
      partTypes={media.partTypes}
      hasNull={isJsonType(media.type)}
      onEdit={edit}
    >
      <fieldset className="call-part">
        <legend>
          Body <small>{draft.mediaType}</small>
        </legend>
        {(body.content.length > 1 || media.examples.length > 0) && (
          <div className="field-row">
            {body.content.length > 1 && <MediaTypeChoice body={body} draft={draft} onChange={onChange} />}
            {media.examples.length > 0 && <ExampleChoice data={data} media={media} draft={draft} onChange={onChange} />}
          </div>
        )}
        {!body.required && (
          <label className="check">
            <input type="checkbox" checked={node !== null} onChange={({ target }) => set(target.checked)} /> Send a body
          </label>
        )}
        {node !== null && isJsonType(media.type) && (
          <JsonBody data={data} media={media} draft={draft} onChange={onChange} />
        )}
        {node !== null && !isJsonType(media.type) && (
          <BodyForm key={`${media.type} ${draft.example}`} media={media} node={node} />
        )}
      </fieldset>
    </CallPart>
  );
}

interface BodyFieldsProps {
  readonly data: ExplorerData;
  readonly body: ExplorerBody;
  readonly draft: Draft;
  readonly faults: readonly FieldFault[];
  readonly onChange: (edit: (draft: Draft) => Draft) => void;
}

function MediaTypeChoice({ body, draft, onChange }: Pick<BodyFieldsProps, "body" | "draft" | "onChange">) {
  return (
    <label className="labelled">
      Type
      <select
        value={draft.mediaType ?? ""}
        onChange={({ target }) => onChange((before) => ({ ...before, mediaType: target.value }))}
      >
        {body.content.map(({ type }) => (
          <option key={type}>{type}</option>
        ))}
      </select>
    </label>
  );
}

interface BodyPartProps {
  readonly data: ExplorerData;
  readonly media: ExplorerMediaType;
  readonly draft: Draft;
  readonly onChange: BodyFieldsProps["onChange"];
}

/** Fills the body in from one of the contract's examples. The parameters stay as they are. */
function ExampleChoice({ data, media, draft, onChange }: BodyPartProps) {
  const fill = (index: number) =>
    onChange((before) => ({ ...startDraft(data, media.type, index), parameters: before.parameters }));
  return (
    <label className="labelled">
      Example
      <select value={draft.example} onChange={({ target }) => fill(Number(target.value))}>
        {media.examples.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The same value in two views. While the JSON is broken, the form waits: there is nothing it could show. */
function JsonBody({ data, media, draft, onChange }: BodyPartProps) {
  const body = bodyOf(draft);
  const parsed = body.text === null ? null : parseJson(body.text);
  const [isText, setIsText] = useState(parsed?.kind === "fault");
  const name = `${prefixOf(data, "body")}~view`;
  return (
    <>
      <div className="switch" role="radiogroup" aria-label="Edit the body as">
        <label>
          <input type="radio" name={name} checked={!isText} onChange={() => setIsText(false)} />
          <span>Form</span>
        </label>
        <label>
          <input type="radio" name={name} checked={isText} onChange={() => setIsText(true)} />
          <span>JSON</span>
        </label>
      </div>
      {isText ? (
        <JsonEditor
          id={prefixOf(data, "body")}
          text={bodyText(body)}
          onChange={(text) => onChange((before) => writeBody(before, text))}
        />
      ) : parsed?.kind === "fault" ? (
        <p className="field-faults">
          The JSON breaks in line {parsed.fault.line}: {parsed.fault.message}.{" "}
          <button type="button" className="field-action" onClick={() => setIsText(true)}>
            Show the JSON
          </button>
        </p>
      ) : (
        body.node !== null && <BodyForm key={`${media.type} ${draft.example}`} media={media} node={body.node} />
      )}
    </>
  );
}
