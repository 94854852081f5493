import { useState } from "react";

import type { ExplorerData } from "#shared/contract/explorer-data.ts";

import type { Call } from "../call/call.ts";
import type { Draft } from "../draft/request-draft.ts";
import { LoadedPart } from "../loaded-part.tsx";
import { hasHistory } from "../page-session.ts";
import type { CallState } from "./use-sending.ts";

/*
What an explorer needs only after it has been opened: the answers, fetched while the first one is on its way or for the
 * calls that were made before, and the request as code, fetched when somebody wants to see it.
 */

export function OutcomePart({ data, calling: { isSending, shown, isNew }, onTurn }: OutcomePartProps) {
  if (!isSending && shown === null && !hasHistory()) return null;
  return (
    <LoadedPart load={async () => import("../answer/outcome-view.tsx")}>
      {({ OutcomeView }) => <OutcomeView data={data} entry={shown} isNew={isNew} onTurn={onTurn} />}
    </LoadedPart>
  );
}

interface OutcomePartProps {
  readonly data: ExplorerData;
  readonly calling: CallState;
  readonly onTurn: (draft: Draft) => void;
}

export function CodePart({ data, call, isWanted }: CodePartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isWanted;
  return (
    <details className="call-code" open={isShown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>This request as curl, JavaScript, Python</summary>
      {isShown && (
        <LoadedPart load={async () => import("./call-code.tsx")}>
          {({ CallCode }) => <CallCode call={call} authVariable={data.authVariable} name={`try-${data.anchor}-code`} />}
        </LoadedPart>
      )}
    </details>
  );
}

interface CodePartProps {
  readonly data: ExplorerData;
  readonly call: Call;
  /** True when there was no answer, and the request elsewhere is the next step. */
  readonly isWanted: boolean;
}
