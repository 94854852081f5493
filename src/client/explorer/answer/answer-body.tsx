import { useMemo } from "react";

import { findResponse } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";

import type { Received } from "../call/outcome.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { toDollars } from "../json/cents.ts";
import type { JsonNode } from "../json/json-node.ts";
import { type JsonToken, printJson, printTokens } from "../json/print-node.ts";
import type { HistoryEntry } from "../page-session.ts";
import { findCents } from "../schema/find-cents.ts";
import { formatSize } from "../wording.tsx";
import { type AnswerBody, headerOf, jsonSchemaOf } from "./answer.ts";

/** The body of an answer: JSON set in order and colored, other text as text, and anything as a download. */
export function AnswerBodyView({ data, entry, received, body }: AnswerBodyViewProps) {
  const { bytes, size, status, isCut } = received;
  const isWhole = bytes.length === size;
  if (bytes.length === 0 && !isWhole) return <p className="answer-empty">This tab kept the call without its body.</p>;
  if (body.kind === "none") return <p className="answer-empty">No body.</p>;
  const download = <Download entry={entry} received={received} body={body} />;
  if (body.kind === "binary") return <p className="answer-empty">Not text. {download}</p>;
  const isColored = body.kind === "json" && bytes.length <= mostColored;
  return (
    <>
      {body.kind === "text" && body.fault !== null && (
        <p className="verdict verdict-mismatch">It says it is JSON, but {body.fault}.</p>
      )}
      <figure className="code answer-code">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard (WCAG 2.1.1) */}
        <pre tabIndex={0} aria-label="Body">
          <code>
            {isColored ? (
              <ColoredJson node={body.node} schema={schemaOf(data, status)} data={data} />
            ) : (
              <PlainText body={body} />
            )}
          </code>
        </pre>
        <button type="button" className="copy">
          Copy
        </button>
      </figure>
      <p className="answer-facts">
        {isWhole && size > mostShown && (
          <>
            Shown up to {formatSize(mostShown)} of {formatSize(size)}.{" "}
          </>
        )}
        {!isWhole && (
          <>
            This tab kept the first {formatSize(bytes.length)} of {formatSize(size)}.{" "}
          </>
        )}
        {isCut && <>The rest was not received: it is more than a page can take. </>}
        {isWhole && download}
      </p>
    </>
  );
}

/** Beyond these sizes, in bytes, colors and text take a page too long. */
const mostColored = 120_000;
const mostShown = 300_000;

interface AnswerBodyViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly received: Received;
  readonly body: AnswerBody;
}

function schemaOf(data: ExplorerOperation, status: number): Schema {
  const response = findResponse(data.responses, String(status));
  return (response && jsonSchemaOf(response)) ?? data.schemas.toSchema(true);
}

function PlainText({ body }: { readonly body: AnswerBody & { readonly kind: "json" | "text" } }) {
  const text = useMemo(() => (body.kind === "json" ? printJson(body.node) : body.text), [body]);
  return <>{text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}</>;
}

const classes = { plain: undefined, name: "tk", text: "ts", constant: "tc" } as const;

interface ColoredJsonProps {
  readonly node: JsonNode;
  readonly schema: Schema;
  readonly data: ExplorerOperation;
}

/** Amounts in cents have their dollars beside them, which copying leaves behind. */
function ColoredJson({ node, schema, data }: ColoredJsonProps) {
  const cents = useMemo(
    () => new Set<JsonNode>(findCents(node, schema, data.schemas).map((value) => value.node)),
    [node, schema, data],
  );
  const tokens = useMemo(() => [...printTokens(node)], [node]);
  return tokens.map((token, index) =>
    token.kind === "plain" ? (
      token.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- tokens have no identity but their place
      <span key={index} className={classes[token.kind]} data-usd={dollarsOf(token, cents)}>
        {token.text}
      </span>
    ),
  );
}

function dollarsOf({ node, text }: JsonToken, cents: ReadonlySet<JsonNode>): string | undefined {
  return node !== null && cents.has(node) ? (toDollars(text) ?? undefined) : undefined;
}

/** Saves the body as it came. It is of no type that a browser would open. */
function Download({ entry, received, body }: Omit<AnswerBodyViewProps, "data">) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([received.bytes], { type: "application/octet-stream" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = fileNameOf(entry, received, body);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <button type="button" className="link-button" onClick={save}>
      Download the body
    </button>
  );
}

function fileNameOf({ anchor }: HistoryEntry, { headers, status }: Received, { kind }: AnswerBody): string {
  const stated = /filename="?([^";]+)/i
    .exec(headerOf(headers, "content-disposition") ?? "")?.[1]
    ?.replace(/[^\w. -]/g, "_");
  return stated ?? `${anchor}-${status}.${kind === "json" ? "json" : kind === "text" ? "txt" : "bin"}`;
}
