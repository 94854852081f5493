import type { CompletionItem } from "vscode-languageserver";

import { fenceWordsOf } from "#content/components/code-figure.ts";
import { attributesOf, blockDirectiveNames, textDirectiveNames } from "#content/directives.ts";
import { partKinds } from "#content/page-parts.ts";
import type { SiteModel } from "#shared/site-model.ts";

import { completeKeys } from "./complete-keys.ts";
import { completeLink } from "./complete-links.ts";
import { seenInLine } from "./name-at.ts";
import { completeSample, fenceAt } from "./sample-cursor.ts";
import {
  contractNames,
  groupNames,
  operationNames,
  partNames,
  schemaNames,
  statusNames,
  type Suggestion,
  type Suggestions,
  toItems,
} from "./suggestion.ts";
import { type Cursor, keyTextAt } from "./cursor.ts";

export function completeAt(cursor: Cursor, model: SiteModel): CompletionItem[] {
  const found = suggestAt(cursor, model);
  return found === null ? [] : toItems(cursor, found);
}

function suggestAt(cursor: Cursor, model: SiteModel): Suggestions | null {
  const keys = keyTextAt(cursor);
  if (keys !== null) return completeKeys(keys, model);
  if (!cursor.file.endsWith(".md")) return null;
  const fence = fenceAt(cursor.text, cursor.position);
  return fence === null ? completePage(cursor, model) : completeSample(fence, model);
}

function completePage(cursor: Cursor, model: SiteModel): Suggestions | null {
  for (const { form, offer } of lineForms) {
    const found = form.exec(cursor.before);
    const groups = found?.slice(1).map((part) => part ?? "");
    if (groups !== undefined) return offer(groups, cursor, model);
  }
  return null;
}

interface LineForm {
  readonly form: RegExp;
  readonly offer: (found: readonly string[], cursor: Cursor, model: SiteModel) => Suggestions | null;
}

/**
 * The first matching form counts. Its groups are the known parts of the line, and last the written part of the word.
 */
const lineForms: readonly LineForm[] = [
  {
    form: /\]\(\s*<?(op|schema):([^)\s>]*)$/,
    offer: ([name = "", start = ""], _, model) => offerValues(start, { directive: "", name, before: "" }, model),
  },
  {
    form: /\]\(\s*<?field:([^)\s>]*)$/,
    offer: ([start = ""], _, model) => ({ start, offered: partNames(start, model, "fields") }),
  },
  {
    form: /:value\[([^\]]*)$/,
    offer: ([start = ""], _, model) => ({ start, offered: partNames(start, model, "values") }),
  },
  {
    form: /(?:\]\(|^\[[^\]]+\]:)\s*<?([^)\s>]*)$/,
    offer: ([start = ""], { file }, model) => completeLink(start, file, model),
  },
  {
    form: /^\s*(?:`{3,}|~{3,})[ \t]*([\w-]+)[ \t]+((?:.*[ \t])?)([\w-]+)=["']?([^\s"']*)$/,
    offer: ([, before = "", name = "", start = ""], _, model) =>
      offerValues(start, { directive: "", name, before }, seenInLine(before, model)),
  },
  { form: /^\s*(?:`{3,}|~{3,})[ \t]*([\w-]+)[ \t]+(.*[ \t])?([\w-]*)$/, offer: offerFenceWords },
  {
    form: /(?:^\s*:{2,}|(?<![\w:]):)([\w-]+)(?:\[[^\]]*\])?\{([^}]*\s)?([\w-]+)\s*=\s*["']?([^\s"'}]*)$/,
    offer: ([directive = "", before = "", name = "", start = ""], _, model) =>
      offerValues(start, { directive, name, before }, seenInLine(before, model)),
  },
  { form: /(?:^\s*:{2,}|(?<![\w:]):)([\w-]+)(?:\[[^\]]*\])?\{([^}]*\s)?([\w-]*)$/, offer: offerAttributes },
  {
    form: /^\s*:{2,}([\w-]*)$/,
    offer: ([start = ""], _, model) => offerDirectives(start, blockDirectiveNames, model),
  },
  {
    form: /(?:^|[\s(])(:)([\w-]*)$/,
    offer: ([, start = ""], _, model) => offerDirectives(start, textDirectiveNames, model),
  },
];

function offerDirectives(start: string, names: readonly string[], { directives }: SiteModel): Suggestions {
  const all = [...names, ...directives.map(({ name }) => name)];
  return { start, offered: all.map((text) => ({ text, kind: "directive" })) };
}

interface Attribute {
  /** Empty for a code block. */
  readonly directive: string;
  readonly name: string;
  /** The text before it. */
  readonly before: string;
}

function offerValues(start: string, { directive, name, before }: Attribute, model: SiteModel): Suggestions | null {
  switch (name) {
    case "op":
      return { start, offered: operationNames(model) };
    case "schema":
      return { start, offered: schemaNames(model) };
    case "of": {
      const schemas = start.includes(".") ? [] : schemaNames(model);
      return { start, offered: [...schemas, ...partNames(start, model, "both")] };
    }
    case "contract":
      return { start, offered: contractNames(model) };
    case "response":
      return { start, offered: statusNames(/\bop=["']?([^\s"']+)/.exec(before)?.[1] ?? "", model) };
    case "tag":
    case "audience":
      return { start, offered: groupNames(model, name) };
    default: {
      const kind = kinds.get(directive);
      if (kind?.attribute === name)
        return { start, offered: model.parts.filter((path) => kind.files.test(path)).map(toValue) };
      const { words = [] } = attributesOf(directive).find((attribute) => attribute.name === name) ?? {};
      return words.length === 0 ? null : { start, offered: words.map(toValue) };
    }
  }
}

const kinds = new Map(Object.entries(partKinds));

function toValue(text: string): Suggestion {
  return { text, kind: "value" };
}

function offerAttributes(
  [directive = "", before = "", start = ""]: readonly string[],
  _: Cursor,
  { directives }: SiteModel,
): Suggestions {
  const own = directives.find(({ name }) => name === directive)?.attributes ?? [];
  const all = [...attributesOf(directive).map(({ name }) => name), ...own];
  const names = all.filter((name) => !new RegExp(`\\b${name}\\b`).test(before));
  return { start, offered: names.map((name) => ({ text: `${name}=`, kind: "key" })) };
}

function offerFenceWords([language = "", before = "", start = ""]: readonly string[]): Suggestions {
  const { attributes, flags } = fenceWordsOf(language.toLowerCase());
  const words = [
    ...Array.from(attributes, ([name, detail]) => ({ name, detail, text: `${name}=` })),
    ...Array.from(flags, ([name, detail]) => ({ name, detail, text: name })),
  ];
  const left = words.filter(({ name }) => !before.split(/[\s=]+/).includes(name));
  return { start, offered: left.map(({ text, detail }) => ({ text, detail, kind: "key" })) };
}
