import { type ReactNode, useEffect, useRef } from "react";

import { CrashBoundary } from "#client/hydrate-island.tsx";
import type { ServerSetting } from "#shared/contract/server.ts";

import { type CallOutcome, type CallRefusal, outcomeTitles, type Preflight } from "../call/call.ts";
import { bodyOf, bodyText, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import type { HistoryEntry } from "../page-session.ts";
import { ResponseView } from "../response/response-view.tsx";
import { statusTitle } from "../response/status-titles.ts";

export function OutcomeView({ data, entry, draft, target, isNew, code, onSend }: OutcomeViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const newEntry = isNew ? entry : null;
  useEffect(() => {
    if (newEntry !== null) heading.current?.focus();
  }, [newEntry]);
  const { outcome, method, address, lost } = entry;
  const status = outcome.kind === "received" ? String(outcome.status) : "4";
  const isOutdated =
    entry.target.url !== target.url || (entry.draft !== draft && toComparable(entry.draft) !== toComparable(draft));
  return (
    <section className="response ink" aria-label="Response">
      <h5 ref={heading} tabIndex={-1}>
        <b className={`dot status-${status.charAt(0)}`}>{titleOfOutcome(outcome)}</b>{" "}
        <small className={isOutdated ? undefined : "visually-hidden"}>
          {method.toUpperCase()} {address}
        </small>
      </h5>
      {isOutdated && (
        <p className="note verdict verdict-mismatch">
          <b>Outdated:</b> the request has changed since.
        </p>
      )}
      <CrashBoundary key={entry.time}>
        {lost.length > 0 && <p>This tab didn't keep {lost.join(", ")}. Fill it in before you send again.</p>}
        <OutcomeText data={data} entry={entry} code={code} onSend={onSend} />
        {/* Without a response, the next step is to run the request elsewhere. */}
        {outcome.kind !== "received" && code}
      </CrashBoundary>
    </section>
  );
}

interface OutcomeViewProps {
  readonly data: ExplorerOperation;
  readonly entry: HistoryEntry;
  readonly draft: RequestDraft;
  readonly target: ServerSetting;
  /** True means that the response has just arrived, so it takes the focus. */
  readonly isNew: boolean;
  /** The code is the request, to run elsewhere. */
  readonly code: ReactNode;
  readonly onSend: (draft: RequestDraft) => void;
}

function toComparable(draft: RequestDraft): string {
  return JSON.stringify([draft.parameters, draft.mediaType, bodyText(bodyOf(draft))]);
}

function titleOfOutcome(outcome: CallOutcome): string {
  if (outcome.kind === "received") return statusTitle(outcome.status);
  const isUnsent = outcome.kind === "refused" && outcome.refusal.cause === "placeholder";
  return isUnsent ? "Not sent" : outcomeTitles[outcome.kind];
}

function OutcomeText({ data, entry, code, onSend }: Pick<OutcomeViewProps, "data" | "entry" | "code" | "onSend">) {
  const { outcome } = entry;
  switch (outcome.kind) {
    case "received":
      return <ResponseView data={data} entry={entry} received={outcome} code={code} onSend={onSend} />;
    case "refused":
      return <RefusalView host={new URL(entry.target.url).host} refusal={outcome.refusal} />;
    case "timeout":
      return <p>The server didn't answer within {outcome.seconds} seconds. It may still do what you asked.</p>;
    case "canceled":
      return <p>You canceled the call. The server may still have received it.</p>;
  }
}

function RefusalView({ host, refusal }: { readonly host: string; readonly refusal: CallRefusal }) {
  switch (refusal.cause) {
    case "offline":
      return <p>This computer is offline. Nothing was sent.</p>;
    case "header":
      return <WideHeader names={refusal.names} />;
    case "placeholder":
      return (
        <p>
          <b>{host}</b> is a placeholder, so nothing was sent. Copy the request, and set <code>API_BASE</code> to the
          address you were given.
        </p>
      );
    case "policy":
      return (
        <p>
          This site's own Content-Security-Policy doesn't allow calls to {host}. Whoever publishes these docs has to
          list the server under <code>servers</code> in <code>content/site.yaml</code>; the policy is made from it.
        </p>
      );
    case "mixed-content":
      return (
        <p>
          This page came over https, and browsers don't let it call an address that begins with http:// (mixed content).
          The server would have to be reachable over https.
        </p>
      );
    case "method":
      return (
        <p>
          Browsers don't let a page make such a call: CONNECT, TRACE or TRACK, or a body with GET or HEAD. The copied
          request works elsewhere.
        </p>
      );
    case "cut":
      return <p>The connection was cut before the response was whole, as you chose.</p>;
    case "redirect":
      return (
        <p>
          The server answered with a redirect, which isn't followed here: it could carry your credentials to another
          host. Often a slash at the end of the path is missing, or one too many.
        </p>
      );
    case "unreachable":
      return <Unreachable host={host} isOwn={refusal.isOwn} />;
    case "cors":
      return <CorsRefusal host={host} preflight={refusal.preflight} />;
  }
}

function WideHeader({ names }: { readonly names: readonly string[] }) {
  return (
    <p>
      A header holds characters of Latin-1 only, and <code>{names.join(", ")}</code> has others, so nothing was sent.
    </p>
  );
}

function Unreachable({ host, isOwn }: { readonly host: string; readonly isOwn: boolean }) {
  return (
    <>
      <p>
        Nothing answered at <b>{host}</b>. The likely causes:
      </p>
      <ul>
        {isOwn && <li>The server that sent this page isn't running anymore.</li>}
        <li>The name doesn't exist (DNS), or nothing listens there.</li>
        <li>This browser doesn't trust the certificate.</li>
        <li>A firewall, a VPN or an extension of the browser holds the call back.</li>
      </ul>
      <p>The copied curl says more than a browser may: it prints the exact error.</p>
    </>
  );
}

function CorsRefusal({ host, preflight }: { readonly host: string; readonly preflight: Preflight | null }) {
  const { method, headers = [] } = preflight ?? {};
  const allowed = [
    `Access-Control-Allow-Origin: ${location.origin}`,
    ...(method === undefined ? [] : [`Access-Control-Allow-Methods: ${method}`]),
    ...(headers.length === 0 ? [] : [`Access-Control-Allow-Headers: ${headers.join(", ")}`]),
  ];
  return (
    <>
      <p>
        <b>{host}</b> is there, but most likely it doesn't allow pages of {location.origin} to read its responses
        (CORS).{" "}
        {preflight === null
          ? "The call itself may have arrived. For a page to see the response, it would have to carry:"
          : "The browser asks beforehand, with OPTIONS, and the server would have to answer that with:"}
      </p>
      <pre className="excerpt">
        <code>{allowed.join("\n")}</code>
      </pre>
      <p>This doesn't stop programs or the copied curl.</p>
    </>
  );
}
