import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

import type { RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import type { SendingState } from "./explorer-state.ts";

/**
 * What an explorer stands in: in a wide window a part of the page, in a narrow one a sheet of full height over it, which
 * keeps the focus and shows the request or the response. The same element, so that nothing is lost when a tablet is turned.
 */
export function PanelFrame({ title, isWide, view, onSend, onClose, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const focused = document.activeElement;
    if (isWide) current?.toggleAttribute("open", true);
    else current?.showModal();
    if (focused instanceof HTMLElement && current?.contains(focused)) focused.focus();
    holdPage();
    return () => {
      current?.close();
      holdPage();
    };
  }, [isWide]);
  const onKeyDown = (event: KeyboardEvent) => {
    // The dialog before production lies within, and has keys of its own.
    if (event.defaultPrevented || !isOwn(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts for what buttons do as well
    <dialog
      ref={dialog}
      className="explorer"
      aria-label={title}
      data-view={view}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}

interface PanelFrameProps {
  readonly title: string;
  readonly isWide: boolean;
  readonly view: View;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Keeps the page behind a sheet still. Not by `:has` in the styles, which looks through the whole page for a sheet at every
 * change of it, a key in the search included.
 */
function holdPage(): void {
  document.documentElement.style.overflow = document.querySelector(".explorer:modal") === null ? "" : "hidden";
}

function isOwn({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("dialog") === currentTarget;
}

/** True where the styles have room for the form and the response side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(followWidth, () => matchMedia(wide).matches);
}

const wide = "(width >= 75em)";

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** What a sheet shows. */
type View = "request" | "response";

/** The view that the reader has chosen, until something happens that stands in the other one. */
export function useView({ isSending, shownEntry, isEntryNew, heldAttempts }: SendingState) {
  const moment = `${heldAttempts} ${isSending} ${shownEntry?.time}`;
  const [chosen, setChosen] = useState<{ readonly moment: string; readonly view: View } | null>(null);
  const hasResponse = isEntryNew && shownEntry !== null;
  const own = heldAttempts === 0 && (isSending || hasResponse) ? "response" : "request";
  return {
    view: chosen?.moment === moment ? chosen.view : own,
    onView: (view: View) => setChosen({ moment, view }),
  } as const;
}

/** The title, which takes the focus when the explorer opens, and the way out. */
export function PanelHead({ data, draft, onStartOver, onClose }: PanelHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Form and response have the window to themselves, below what they belong to.
    heading.current?.scrollIntoView();
  }, []);
  return (
    <div className="explorer-head">
      <h4 ref={heading} tabIndex={-1}>
        Try it
      </h4>
      <small>{isApple ? "⌘" : "Ctrl-"}Enter sends, Esc closes</small>
      <CopyLink data={data} draft={draft} />
      <button type="button" className="field-action" onClick={onStartOver}>
        Start over
      </button>
      <button type="button" className="icon-button" onClick={onClose}>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" />
        </svg>
        <span className="visually-hidden">Close the explorer</span>
      </button>
    </div>
  );
}

interface PanelHeadProps extends CopyLinkProps {
  readonly onStartOver: () => void;
  readonly onClose: () => void;
}

const isApple = /Mac|iP/.test(navigator.userAgent);

/** Copies an address that opens this form with these values; what makes it comes with the first click. */
function CopyLink({ data, draft }: CopyLinkProps) {
  const [said, setSaid] = useState<{ readonly of: RequestDraft; readonly text: string } | null>(null);
  const copy = async () => (await import("../draft/kept-draft.ts")).copyLink(draft, data);
  const onClick = async () => setSaid({ of: draft, text: await copy().catch(() => "Copying is blocked") });
  return (
    <>
      <output>{said?.of === draft && said.text}</output>
      <button type="button" className="field-action" onClick={() => void onClick()}>
        Copy link
      </button>
    </>
  );
}

interface CopyLinkProps {
  readonly data: ExplorerOperation;
  readonly draft: RequestDraft;
}
