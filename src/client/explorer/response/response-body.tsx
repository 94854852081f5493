import { type RefObject, useMemo, useRef, useState } from "react";

import { element } from "#client/dom.ts";
import { decodePercent } from "#shared/percent.ts";

import { Button, CopyButton } from "../button.tsx";
import type { ReceivedResponse } from "../call/call.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { partsOfNode, printJson } from "../json/json-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { Shared, useShared } from "../shared-value.ts";
import { formatSize } from "../wording.tsx";
import { ResponseSearch } from "./response-search.tsx";
import { headerOf, type ResponseBody, schemaOf } from "./response.ts";
import { JsonView } from "./json-view.tsx";

/**
 * The view shows a response's body: JSON is formatted, colored and folded, and other text is shown as text. Every body
 * can be downloaded.
 */
export function ResponseBodyView({ data, entry, received, body, isFolded }: ResponseBodyViewProps) {
  const { bytes, size } = received;
  const isWhole = bytes.length === size;
  if (bytes.length === 0 && !isWhole) return <p className="note">This tab kept the call without its body.</p>;
  if (body.kind === "none") return <p className="note">No body.</p>;
  const save = () => download(entry, received, body);
  if (body.kind === "binary") {
    return (
      <p className="note">
        Not text. <Button label="Download" onClick={save} />
      </p>
    );
  }
  return (
    <>
      {body.kind === "text" && body.fault !== null && (
        <p className="note verdict verdict-mismatch">It says it is JSON, but {body.fault}.</p>
      )}
      <TextView data={data} received={received} body={body} isFolded={isFolded} onSave={isWhole ? save : null} />
      <PartNote received={received} />
    </>
  );
}

interface ResponseBodyViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly received: ReceivedResponse;
  readonly body: ResponseBody;
  readonly isFolded: boolean;
}

/** Beyond these sizes, in bytes, colors and text would slow down the page. */
const maxColored = 120_000;
const maxShown = 300_000;

function TextView({ data, received, body, isFolded, onSave }: TextViewProps) {
  const view = useRef<HTMLElement>(null);
  const isWrapped = useShared(wrapping);
  const schema = useMemo(() => schemaOf(data, received.status), [data, received]);
  const root = body.kind === "json" && received.bytes.length <= maxColored ? body.node : null;
  const hasFolds = root !== null && Array.from(partsOfNode(root)).some(([, part]) => [...partsOfNode(part)].length > 0);
  return (
    <div>
      <ResponseTools view={view} body={body} hasFolds={hasFolds} isFoldedAtFirst={isFolded} onSave={onSave} />
      <figure
        ref={view}
        className={isWrapped ? "response-text response-wrapped" : "response-text"}
        aria-label="Body"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {root === null ? (
          <PlainText body={body} />
        ) : (
          <JsonView node={root} schema={schema} data={data} isFolded={isFolded} />
        )}
      </figure>
    </div>
  );
}

interface TextViewProps extends Pick<ResponseBodyViewProps, "data" | "received" | "isFolded"> {
  readonly body: TextBody;
  readonly onSave: (() => void) | null;
}

function PlainText({ body }: { readonly body: TextBody }) {
  const text = useMemo(() => textOfBody(body), [body]);
  return <div className="response-line">{text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}</div>;
}

function PartNote({ received: { bytes, size, isCut, isStopped = false } }: Pick<ResponseBodyViewProps, "received">) {
  const isWhole = bytes.length === size;
  if (isWhole && size <= maxShown && !isCut && !isStopped) return null;
  return (
    <p className="note">
      {isWhole && size > maxShown && `Shown up to ${formatSize(maxShown)} of ${formatSize(size)}. `}
      {!isWhole && `This tab kept the first ${formatSize(bytes.length)} of ${formatSize(size)}. `}
      {isStopped && "The stream was still open when reading it stopped: this is what came until then. "}
      {isCut && "The rest wasn't received: it's more than a page can take."}
    </p>
  );
}

/** The file has the server's name for it, or else one made of the operation, the status and the type. */
function download(
  { anchor }: HistoryEntry,
  { headers, status, bytes }: ReceivedResponse,
  { kind }: ResponseBody,
): void {
  const disposition = headerOf(headers, "content-disposition") ?? "";
  // The extended name has priority (RFC 6266, section 4.3).
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const named = decodePercent(extended ?? "") || /filename="?([^";]+)/i.exec(disposition)?.[1];
  const stated = named?.replace(/[^\p{L}\p{M}\p{N}_. -]/gu, "_");
  const type = /^\w+\/(\w+)\s*(?:;|$)/.exec(headerOf(headers, "content-type") ?? "")?.[1] ?? "";
  const plain = { json: "json", text: "txt", none: "txt", binary: "bin" }[kind];
  const fileName = stated ?? `${anchor}-${status}.${harmless.has(type) ? type : plain}`;
  // Browsers would open some types, so the saved file has a neutral type.
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  element("a", { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** File names end with these types only, because browsers run none of them. */
const harmless: ReadonlySet<string> = new Set(["csv", "gif", "jpeg", "json", "pdf", "png", "tiff", "yaml", "zip"]);

/** The choice to wrap long lines applies to all responses of a page. */
const wrapping = new Shared(true);

function ResponseTools({ view, body, hasFolds, isFoldedAtFirst, onSave }: ResponseToolsProps) {
  const isWrapped = useShared(wrapping);
  const [isFolded, setIsFolded] = useState(isFoldedAtFirst);
  const fold = () => {
    const parts = isFolded ? "details" : "details details";
    for (const part of view.current?.querySelectorAll<HTMLDetailsElement>(parts) ?? []) part.open = isFolded;
    setIsFolded(!isFolded);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(textOfBody(body));
    return "Copied";
  };
  return (
    <div className="row response-tools">
      <ResponseSearch view={view} />
      {hasFolds && <Button label={isFolded ? "Unfold all" : "Fold all"} onClick={fold} />}
      <Button label="Wrap lines" aria-pressed={isWrapped} onClick={() => wrapping.set(!isWrapped)} />
      <CopyButton label="Copy" copy={copy} />
      {onSave !== null && <Button label="Download" onClick={onSave} />}
    </div>
  );
}

type TextBody = ResponseBody & { readonly kind: "json" | "text" };

interface ResponseToolsProps {
  readonly view: RefObject<HTMLElement | null>;
  readonly body: TextBody;
  readonly hasFolds: boolean;
  readonly isFoldedAtFirst: boolean;
  /** The function is null if only a part of the body is left. */
  readonly onSave: (() => void) | null;
}

function textOfBody(body: TextBody): string {
  return body.kind === "json" ? printJson(body.node) : body.text;
}
