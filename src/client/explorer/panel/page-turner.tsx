import { useMemo } from "react";
import type { ExplorerData } from "../../../model/explorer.ts";
import { findPages, turnPage } from "../answer/find-pages.ts";
import { readAnswer } from "../answer/read-answer.ts";
import type { Draft } from "../draft/draft.ts";
import type { HistoryEntry } from "../page-session.ts";

/** The way to the neighbouring pages of a list that has just been received. */
export function PageTurner({ data, entry, onTurn }: PageTurnerProps) {
  const pages = useMemo(() => {
    if (entry.outcome.kind !== "received" || entry.method !== "get" || entry.outcome.bytes.length > mostRead)
      return null;
    const body = readAnswer(entry.outcome);
    return body.kind === "json" ? findPages(body.node) : null;
  }, [entry]);
  if (pages === null || (pages.next === null && pages.previous === null)) return null;
  const turn = (address: string | null) => {
    if (address !== null) onTurn(turnPage(entry.draft, address, data));
  };
  return (
    <p className="page-turner">
      <button type="button" className="button" disabled={pages.previous === null} onClick={() => turn(pages.previous)}>
        Previous page
      </button>
      <button type="button" className="button" disabled={pages.next === null} onClick={() => turn(pages.next)}>
        Next page
      </button>
    </p>
  );
}

/** Lists of pages are short. */
const mostRead = 2_000_000;

interface PageTurnerProps {
  readonly data: ExplorerData;
  readonly entry: HistoryEntry;
  /** Puts the call for the other page into the form and sends it. */
  readonly onTurn: (draft: Draft) => void;
}
