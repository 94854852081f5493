import { useEffect } from "react";

import { tellingBytes, toAccept, typeOfContent } from "#shared/file-type.ts";

import { formatSize } from "../wording.tsx";
import { type ControlProps, useForm } from "./form-context.ts";

/**
 * The reader chooses a file, and its first bytes are checked at once. If a sandbox requires a file, it gets a small
 * sample file until the reader chooses.
 */
export function FileControl({ id, name, node, isRequired, onChange, describedBy, isInvalid, types }: FileControlProps) {
  const { isSimulated } = useForm();
  const chosen = node.kind === "file" ? node : null;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer());
    onChange({ kind: "file", file, content: typeOfContent(bytes) });
  };
  const file = chosen?.file ?? null;
  const isSample = file !== null && sampleFiles.has(file);
  useEffect(() => {
    if (isSimulated && isRequired && file === null) {
      const sample = makeSampleFile(types);
      sampleFiles.add(sample);
      void choose(sample);
    }
    if (!isSimulated && isSample) onChange({ kind: "file", file: null, content: null });
    // oxlint-disable-next-line react/exhaustive-deps -- by the server that the call goes to; later the reader chooses
  }, [isSimulated]);
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
        <button type="button" className="field-action" onClick={() => void choose(makeSampleFile(types))}>
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

/** The page has made these sample files for sandboxes; a real server gets only files that the reader has chosen. */
const sampleFiles = new WeakSet<File>();

interface FileControlProps extends ControlProps {
  /** The control accepts these media types, or any type if the list is empty. */
  readonly types: readonly string[];
}

/**
 * Readers may want to see a call work before they have a file. The sample file has the first of the media types that
 * the page can make, or else it's a text.
 */
export function makeSampleFile(types: readonly string[]): File {
  const type = types.find((accepted) => makers.has(accepted)) ?? "text/plain";
  const { extension, content } = makers.get(type) ?? { extension: "txt", content: "A sample.\n" };
  return new File([Uint8Array.from(content, (character) => character.charCodeAt(0))], `sample.${extension}`, { type });
}

interface SampleContent {
  readonly extension: string;
  /** Each character stands for a byte. */
  readonly content: string;
}

/** The samples are an empty page of a postage stamp's size, and a gray pixel. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
const png = atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==");

const makers: ReadonlyMap<string, SampleContent> = new Map([
  ["application/pdf", { extension: "pdf", content: pdf }],
  ["image/png", { extension: "png", content: png }],
  ["application/octet-stream", { extension: "bin", content: "A sample.\n" }],
]);
