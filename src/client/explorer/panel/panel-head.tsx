import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

import { isPlaceholder } from "#shared/contract/server.ts";

import { Button, CopyButton, IconLabel } from "../button.tsx";
import { shownAddress } from "../call/call.ts";
import { isPageSandbox } from "../call/targets.ts";
import { copyLink } from "../draft/kept-draft.ts";
import { bodyOf, type RequestDraft } from "../draft/request-draft.ts";
import { describePreference, pageSession } from "../page-session.ts";
import { useShared } from "../shared-value.ts";
import { MethodBadge } from "../wording.tsx";
import type { View } from "./panel-frame.tsx";
import { TargetFields } from "./target-fields.tsx";
import type { OpenExplorer } from "./use-explorer.ts";

/** The head shows the request in a line, folds the form, takes the first focus, and closes the explorer. */
export function PanelHead({ explorer, view, onView, onStartOver, onClose, children }: PanelHeadProps) {
  const { data, draft, call } = explorer;
  const fold = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    fold.current?.focus({ preventScroll: true });
    // Scrolling gives the whole window to the form and the response, below the heading that they belong to.
    fold.current?.scrollIntoView();
  }, []);
  const isOpen = view === "request";
  return (
    <div className="explorer-head">
      <h4>
        <button
          type="button"
          ref={fold}
          className="explorer-line"
          aria-expanded={isOpen}
          onClick={() => onView(isOpen ? "response" : "request")}
        >
          <span className="visually-hidden">Try it: </span>
          <MethodBadge method={data.method} /> <code>{shownAddress(call)}</code>
          <small>{contentOf(draft)}</small>
        </button>
      </h4>
      <ServerMenu {...explorer} />
      {children}
      <PanelMenu className="icon-button" label={<IconLabel path="M4 10h.01M10 10h.01M16 10h.01" text="More" />}>
        <CopyButton label="Copy link" copy={async () => copyLink(draft, data)} />
        <Button label="Start over" onClick={onStartOver} />
        <small>{isApple ? "⌘" : "Ctrl-"}Enter sends, Esc closes</small>
      </PanelMenu>
      <Button
        label={<IconLabel path="m5 5 10 10M15 5 5 15" text="Close the explorer" />}
        className="icon-button"
        onClick={onClose}
      />
    </div>
  );
}

interface PanelHeadProps {
  readonly explorer: OpenExplorer;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onStartOver: () => void;
  readonly onClose: () => void;
  /** The children are the button that sends. */
  readonly children: ReactNode;
}

const isApple = /Mac|iP/.test(navigator.userAgent);

function ServerMenu(explorer: OpenExplorer) {
  const { target } = explorer;
  const preferred = useShared(pageSession.preferred);
  const isFaulty = isPageSandbox(target) && preferred !== "";
  const label = (
    <>
      <span>{target.name}</span> {isFaulty && <b>answers {describePreference(preferred)}</b>}
    </>
  );
  return (
    <PanelMenu className={`chip dot explorer-server target-${isFaulty ? "faulty" : target.kind}`} label={label}>
      <TargetFields {...explorer} />
    </PanelMenu>
  );
}

function contentOf(draft: RequestDraft): string {
  const { node } = bodyOf(draft);
  if (node === null) return "";
  const count = node.kind === "object" ? node.members.length : 0;
  return count === 0 ? "with a body" : `with ${count} ${count === 1 ? "field" : "fields"}`;
}

/** The bar has the button and says where the call goes. While a call is running, the same button cancels it. */
export function SendBar({ explorer, isAgain, onEdit }: SendBarProps) {
  const { data, draft, target, schemes, call, isSending } = explorer;
  const needsCredentials = target.kind !== "sandbox" && !isPlaceholder(target) && schemes.length > 0;
  const isAnonymous = needsCredentials && call.credentials.length === 0;
  // The button last was Cancel at this time, on the clock of events.
  const changed = useRef(-reactionTime);
  useEffect(() => (isSending ? () => void (changed.current = performance.now()) : undefined), [isSending]);
  const onClick = ({ detail, timeStamp }: MouseEvent) => {
    // The second click of a double click was meant for the previous button, so it's ignored.
    if (detail > 1) return;
    if (isSending) explorer.cancel();
    // A press that came too late to cancel is ignored as well. A key press is always deliberate.
    else if (detail === 0 || timeStamp > changed.current + reactionTime) explorer.send(draft);
  };
  // The button disappears with the response, so the focus goes to the control that folds the form.
  const onEditClick = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest("dialog")?.querySelector<HTMLElement>(".explorer-line")?.focus();
    onEdit?.();
  };
  return (
    <div className="row send-bar">
      {onEdit !== null && <Button label="Edit" className="button" onClick={onEditClick} />}
      <Button
        label={isSending ? "Cancel" : `Send ${isAgain ? "again" : data.method.toUpperCase()}`}
        className={isSending ? "button send" : "button button-primary send"}
        onClick={onClick}
      />
      <span className="note send-target">
        <span>
          {isSending ? "Sending to" : "to"} {target.name}
          {isAnonymous && ", "}
        </span>
        {isAnonymous && <b>without credentials</b>}
        {isSending && <span className="spinner" aria-hidden="true" />}
      </span>
    </div>
  );
}

/** A reader needs this many milliseconds to notice that the button has changed, and to let go. */
const reactionTime = 500;

export interface SendBarProps {
  readonly explorer: OpenExplorer;
  /** True means that the form is folded behind its response. */
  readonly isAgain: boolean;
  /** The function opens the form again; it's null if another control does. */
  readonly onEdit: (() => void) | null;
}

function PanelMenu({ className, label, children }: PanelMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && event.key === "Escape") event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps a key from the elements around it
    <span className="panel-menu" onKeyDown={onKeyDown}>
      <Button label={label} popoverTarget={id} className={className} />
      <div id={id} popover="auto" className="menu-list" onToggle={({ newState }) => setIsOpen(newState === "open")}>
        {children}
      </div>
    </span>
  );
}

interface PanelMenuProps {
  readonly className: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}
