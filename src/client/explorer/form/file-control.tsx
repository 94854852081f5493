import "../panel/common-chunk.ts";

import { tellingBytes, toAccept, typeOfContent } from "#shared/media-type.ts";

import { formatSize } from "../wording.tsx";
import type { ControlProps } from "./form-context.ts";
import { makeSampleFile } from "./sample-file.ts";

/** A file of the reader's. Its first bytes are looked at as soon as it is chosen. */
export function FileControl({ id, name, node, onChange, describedBy, isInvalid, types }: FileControlProps) {
  const chosen = node.kind === "file" ? node : null;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer());
    onChange({ kind: "file", file, content: typeOfContent(bytes) });
  };
  const chooseSample = async () => {
    await choose(makeSampleFile(types));
  };
  const file = chosen?.file ?? null;
  return (
    <div className="field-row field-file">
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
      {file === null && (
        <button type="button" className="field-action" onClick={() => void chooseSample()}>
          Use a sample file
        </button>
      )}
      {file !== null && (
        <span className="field-file-facts">
          <b>{file.name}</b> {formatSize(file.size)}
          {chosen?.content !== null && <> · {chosen?.content}</>}
        </span>
      )}
    </div>
  );
}

interface FileControlProps extends ControlProps {
  /** The accepted media types; none when any will do. */
  readonly types: readonly string[];
}
