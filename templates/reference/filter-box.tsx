/** Filters what has `data-filter-text` inside the element that `list` selects; boot.ts does it, and the box is only there with script. */
export function FilterBox({ list, label }: FilterBoxProps) {
  return (
    <input
      type="search"
      data-filter={list}
      placeholder={label}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

interface FilterBoxProps {
  readonly list: `#${string}`;
  readonly label: string;
}

/** What the list says when nothing in it matches. The text is put in then, so that it is also heard. */
export function NoMatch({ words }: { readonly words: string }) {
  return <output className="no-match" data-no-match={words} />;
}
