import { frameId } from "#shared/view.ts";

import { Icon } from "./icon.tsx";

/**
 * The closed search dialog. Its field is part of the page, so that typing never waits for the network. The script adds
 * everything else (src/client/search/search-dialog.ts).
 */
export function Search() {
  return (
    <dialog className="search" aria-label="Search">
      <div className="search-head">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          placeholder="Search guides, operations, and fields"
          aria-label="Search"
          aria-controls={frameId("search")}
          aria-expanded="true"
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck="false"
          enterKeyHint="go"
        />
        <form method="dialog">
          <button className="search-close">Close</button>
        </form>
      </div>
    </dialog>
  );
}
