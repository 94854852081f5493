import type { FocusEvent } from "react";

import type { Call } from "../call/call.ts";
import type { Target } from "../call/targets.ts";
import type { RequestDraft, FieldFault } from "../draft/request-draft.ts";
import type { ExplorerScheme } from "../explorer-operation.ts";
import type { HistoryEntry } from "../page-session.ts";

/** Everything that changes in an explorer. Each of its parts takes what it needs of it, and no more. */
export interface ExplorerState extends SendingState {
  /** What stands in the form. */
  readonly draft: RequestDraft;
  /** Another one for another form: nothing of how the form before was shown may stay. */
  readonly formKey: number;
  readonly targets: readonly [Target, ...Target[]];
  /** The one that a call goes to. */
  readonly target: Target;
  /** The alternative of the operation's security that is used. */
  readonly schemes: readonly ExplorerScheme[];
  readonly timeoutSeconds: number;
  /** The draft as it would be sent. */
  readonly call: Call;
  /** Those that it is time to show. */
  readonly faults: readonly FieldFault[];
}

/** A call's way from the button to the response. */
export interface SendingState {
  /** How many attempts in a row were held back by faults. */
  readonly heldAttempts: number;
  /** A call that waits for a yes. */
  readonly unconfirmed: UnconfirmedCall | null;
  /** True while the server is thinking. */
  readonly isSending: boolean;
  /** The call whose response is shown. */
  readonly shownEntry: HistoryEntry | null;
  /** True when it was made since the explorer opened, and not found there. */
  readonly isEntryNew: boolean;
}

export interface UnconfirmedCall {
  readonly call: Call;
  readonly draft: RequestDraft;
}

/** Everything that the parts of an explorer can do. */
export interface ExplorerActions {
  readonly editDraft: (edit: (before: RequestDraft) => RequestDraft) => void;
  /** Notes which field the focus leaves: its faults show from then on. */
  readonly leaveField: (event: FocusEvent) => void;
  /** Puts the operation's example back into the form. */
  readonly startOver: () => void;
  /** Chooses one of the operation's alternatives, by its index. */
  readonly chooseSecurity: (index: number) => void;
  readonly setTimeoutSeconds: (seconds: number) => void;
  /** Checks the draft, and sends it when nothing is wrong with it. */
  readonly send: () => void;
  /** Sends it all the same. */
  readonly sendAnyway: () => void;
  /** Sends the call for another page of a list. */
  readonly sendPage: (draft: RequestDraft) => void;
  /** Says yes or no to the call that waits for it. */
  readonly confirm: (isAgreed: boolean) => void;
  readonly cancel: () => void;
}
