import { tellingBytes, toAccept, typeOfContent } from "#shared/file-type.ts";

import { makeSampleFile } from "../draft/sample-files.ts";
import { formatSize } from "../wording.tsx";
import type { ControlProps } from "./form-context.ts";

/** The reader chooses a file, and its first bytes are checked at once. */
export function FileControl({ id, name, node, onChange, describedBy, isInvalid, types }: FileControlProps) {
  const chosen = node.kind === "file" ? node : null;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer());
    onChange({ kind: "file", file, content: typeOfContent(bytes) });
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
        <button type="button" className="field-action" onClick={() => onChange(makeSampleFile(types))}>
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
  /** The control accepts these media types, or any type if the list is empty. */
  readonly types: readonly string[];
}
