import { headOfPart } from "#shared/contract/form-parts.ts";
import type { FormPart, RequestContent } from "#shared/contract/request.ts";
import { isMultipart } from "#shared/media-type.ts";

import type { FileNode } from "../json/json-node.ts";

/**
 * The form is encoded as it's sent. `files` are the chosen files, in the order of their parts. A part without a chosen
 * file is left out.
 */
export function toFormBody(form: RequestContent & { readonly kind: "form" }, files: readonly FileNode[]): BodyInit {
  const parts = withContents(form.parts, files);
  if (!isMultipart(form.mediaType))
    return new URLSearchParams(parts.map(({ part, content }) => [part.name, nameOr(content)]));
  const isPlain = form.parts.every(
    (part) => part.headers === undefined && (part.kind === "file" || part.mediaType === undefined),
  );
  return isPlain ? toFormData(parts) : toMultipart(parts);
}

interface SentPart {
  readonly part: FormPart;
  readonly content: string | File;
}

function withContents(parts: readonly FormPart[], files: readonly FileNode[]): readonly SentPart[] {
  const next = files.values();
  return parts.flatMap((part): readonly SentPart[] => {
    if (part.kind === "field") return [{ part, content: part.value }];
    const file = next.next().value?.file ?? null;
    return file === null ? [] : [{ part, content: new File([file], file.name, { type: part.mediaType }) }];
  });
}

function nameOr(content: string | File): string {
  return typeof content === "string" ? content : content.name;
}

function toFormData(parts: readonly SentPart[]): FormData {
  const form = new FormData();
  for (const { part, content } of parts) form.append(part.name, content);
  return form;
}

/**
 * `FormData` drops the types and headers of fields. A blob with a type would get a file name, so that many servers
 * would read the field as a file.
 */
function toMultipart(parts: readonly SentPart[]): Blob {
  // Browsers turn the type of a blob into lower case, so the boundary is in lower case too.
  const boundary = `part-${Math.random().toString(36).slice(2)}`;
  const pieces = parts.flatMap(({ part, content }) => [`--${boundary}\r\n${headOfPart(part)}`, content, "\r\n"]);
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
