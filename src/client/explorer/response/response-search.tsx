import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";

import { highlight, isOfInputMethod, rangeIn } from "#client/dom.ts";

import { Button } from "../button.tsx";

/** Readers search the shown body for words, see how many matches it has, and step through them. */
export function ResponseSearch({ view }: { readonly view: RefObject<HTMLElement | null> }) {
  const [query, setQuery] = useState("");
  const [{ matches, index }, setFound] = useState<Found>(nothing);
  useEffect(() => {
    if (matches.length === 0) return undefined;
    markMatches(matches, matches[index]);
    return () => markMatches([], undefined);
  }, [matches, index]);
  const show = (found: Found) => {
    setFound(found);
    reveal(found.matches[found.index], view.current);
  };
  const search = (text: string) => {
    setQuery(text);
    show({ matches: findMatches(view.current, text), index: 0 });
  };
  const step = (by: 1 | -1) => show({ matches, index: (index + by + matches.length) % matches.length });
  const onKey = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && matches.length > 0) step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && query !== "") search("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = matches.length === most ? `${most}+` : matches.length;
  return (
    <div className="row response-search">
      <input
        type="text"
        aria-label="Search the response"
        placeholder="Search"
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => search(target.value)}
        onKeyDown={onKey}
      />
      <output>{query === "" ? "" : matches.length === 0 ? "none" : `${index + 1} of ${count}`}</output>
      {matches.length > 1 && (
        <>
          <Button label="↑" aria-label="Previous match" onClick={() => step(-1)} />
          <Button label="↓" aria-label="Next match" onClick={() => step(1)} />
        </>
      )}
    </div>
  );
}

interface Found {
  readonly matches: readonly Range[];
  readonly index: number;
}

const nothing: Found = { matches: [], index: 0 };

/** Readers step through fewer matches than this, and each match costs the page some work. */
const most = 1000;

function findMatches(view: HTMLElement | null, query: string): readonly Range[] {
  if (view === null || query === "") return [];
  const expression = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "gi");
  const matches: Range[] = [];
  for (const line of view.querySelectorAll(".response-line")) {
    for (const { index, 0: found } of line.textContent.matchAll(expression)) {
      if (matches.length === most) return matches;
      matches.push(rangeIn(line, index, found.length));
    }
  }
  return matches;
}

/**
 * The names of highlights are global, so a single response has colors at a time. A browser without highlights still
 * steps through the matches.
 */
function markMatches(matches: readonly Range[], current: Range | undefined): void {
  highlight("response-match", matches);
  highlight("response-current", current === undefined ? [] : [current]);
}

function reveal(match: Range | undefined, view: HTMLElement | null): void {
  if (match === undefined || view === null) return;
  const line = match.startContainer.parentElement?.closest(".response-line");
  // The first line of a fold is always visible, so only the folds outside of it are opened.
  const hidden = line?.matches("summary") ? line.parentElement : line;
  for (let fold = hidden?.parentElement?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  view.scrollIntoView({ block: "nearest" });
  const [box, frame] = [match.getBoundingClientRect(), view.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) view.scrollTop += box.top - frame.top - frame.height / 2;
  if (box.left < frame.left || box.right > frame.right) view.scrollLeft += box.left - frame.left - frame.width / 2;
}
