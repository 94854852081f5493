import type { CompletionItem } from "vscode-languageserver";

import type { SiteModel } from "#shared/site-model.ts";

import { fenceAround } from "../sample-place.ts";
import { type Cursor, keyTextAt } from "../text-place.ts";
import { completeKeys } from "./complete-keys.ts";
import { completePage } from "./complete-page.ts";
import { completeSample } from "./complete-sample.ts";
import { type Suggestions, toItems } from "./suggestion.ts";

export function completeAt(cursor: Cursor, model: SiteModel): CompletionItem[] {
  const found = suggestAt(cursor, model);
  return found === null ? [] : toItems(cursor, found);
}

function suggestAt(cursor: Cursor, model: SiteModel): Suggestions | null {
  const keys = keyTextAt(cursor);
  if (keys !== null) return completeKeys(keys, model);
  if (!cursor.file.endsWith(".md")) return null;
  const fence = fenceAround(cursor.text, cursor.position);
  return fence === null ? completePage(cursor, model) : completeSample(fence, model);
}
