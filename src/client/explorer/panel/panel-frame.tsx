import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

import type { OpenExplorer } from "./use-explorer.ts";

/**
 * An explorer's frame depends on the window: a wide window shows it as a part of the reference, or over a guide, and a
 * narrow window shows it as a sheet, which also keeps the focus. The element is always the same, so that the form
 * survives when a tablet is turned.
 */
export function PanelFrame({ title, isWide, view, onSend, onClose, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const focused = document.activeElement;
    // A guide has no room for the explorer, so it opens over the guide.
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
    // The dialog before production is inside this dialog and handles its own keys.
    const isOwn = event.target instanceof Element && event.target.closest("dialog") === event.currentTarget;
    if (event.defaultPrevented || !isOwn) return;
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
 * The page behind a sheet stays still. A `:has` in the styles would search the whole page for a sheet at every change,
 * even at each key in the search.
 */
function holdPage(): void {
  document.documentElement.style.overflow = document.querySelector(".explorer:modal") === null ? "" : "hidden";
}

/** True means that the styles have room for the form and the response side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(followWidth, () => matchMedia(wide).matches);
}

const wide = "(width >= 75em)";

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** The panel shows the request's form, with the response beside it if that fits, or the response alone. */
export type View = "request" | "response";

/** The reader's choice of a view lasts until something happens in the other view. */
export function useView({ isSending, shownEntry, isEntryNew, stoppedAttempts }: OpenExplorer, isWide: boolean) {
  // If form and response are side by side, the form stays until the response arrives.
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
