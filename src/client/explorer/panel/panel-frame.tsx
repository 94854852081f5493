import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

import type { SendingState } from "./use-sending.ts";

/**
 * What an explorer stands in: in a wide window a part of the reference, in a guide over it; in a narrow one a sheet, which
 * keeps the focus as well. The same element, so that nothing is lost when a tablet is turned.
 */
export function PanelFrame({ title, isWide, view, onSend, onClose, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const focused = document.activeElement;
    // In a guide it has no place of its own.
    if (isWide && current?.closest(".op-columns")) current.toggleAttribute("open", true);
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

/** What fills the panel: the request's form, with the response beside it where that fits, or the response alone. */
export type View = "request" | "response";

/** The view that the reader chose, until something happens in the other view. */
export function useView({ isSending, shownEntry, isEntryNew, stoppedAttempts }: SendingState, isWide: boolean) {
  // Where form and response stand side by side, the form is there until the response is.
  const isAway = isSending && !isWide;
  const moment = `${stoppedAttempts} ${isAway} ${shownEntry?.time}`;
  const [chosen, setChosen] = useState<{ readonly moment: string; readonly view: View } | null>(null);
  const hasResponse = isEntryNew && shownEntry !== null;
  const own = stoppedAttempts === 0 && (isAway || hasResponse) ? "response" : "request";
  return {
    view: chosen?.moment === moment ? chosen.view : own,
    onView: (view: View) => setChosen({ moment, view }),
  } as const;
}
