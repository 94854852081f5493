import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Node } from "mdast";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest, nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";
import { toDollars } from "#shared/json/cents.ts";

import { admonition, admonitionNames, type BlockDirective, details } from "./components/admonition.ts";
import { programListing } from "./components/code-figure.ts";
import { card, cards, drawings, hero, rules } from "./components/front-page-parts.ts";
import { figure, ratios, video } from "./components/media.ts";
import { check, fails, steps, strayKeep } from "./components/step-list.ts";
import { tab, tabs } from "./components/tabs.ts";
import { enumTable, fieldsTable, operationsTable } from "./contract/contract-tables.ts";
import { enumValue, meaning } from "./contract/mentions.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";
import type { Render } from "./markdown/placeholder.ts";
import { inMarkdown } from "./markdown/to-mdast.ts";

interface Attribute {
  readonly name: string;
  readonly isRequired: boolean;
  /** The words that it may have; empty for any. */
  readonly words: readonly string[];
}

interface Directive<T extends Node> {
  readonly render: (node: T, draft: DocumentDraft) => Render;
  readonly attributes: readonly Attribute[];
}

/** Directives with the words of their attributes; `!` ends the name of a required one. */
type Declared<T extends Node> = readonly (readonly [
  name: string,
  render: Directive<T>["render"],
  attributes?: Readonly<Record<string, readonly string[]>>,
])[];

function toDirectives<T extends Node>(declared: Declared<T>): ReadonlyMap<string, Directive<T>> {
  return new Map(
    declared.map(([directive, render, words = {}]) => {
      const attributes = Object.entries(words).map(([entry, list]): Attribute => {
        return { name: entry.replace("!", ""), isRequired: entry.endsWith("!"), words: list };
      });
      return [directive, { render, attributes }];
    }),
  );
}

const free: readonly string[] = [];

export const blockDirectives = toDirectives<BlockDirective>([
  ...admonitionNames.map((name) => [name, admonition] as const),
  ["tabs", tabs],
  ["tab", tab],
  ["details", details, { open: free }],
  ["figure", figure, { "src!": free }],
  ["video", video, { "src!": free, "poster!": free, captions: free, ratio: ratios }],
  ["program", programListing, { "file!": free }],
  ["cards", cards],
  ["card", card, { icon: [...drawings.keys()], op: free }],
  ["steps", steps],
  ["check", check],
  ["fails", fails],
  ["hero", hero, { next: free }],
  ["rules", rules],
  ["fields", fieldsTable, { "schema!": free, columns: free, required: free, contract: free }],
  ["enum", enumTable, { "schema!": free, columns: free, contract: free }],
  ["operations", operationsTable, { tag: free, audience: free, contract: free }],
  ["meaning", meaning, { "of!": free, contract: free }],
]);

export const textDirectives = toDirectives<TextDirective>([
  ["value", enumValue],
  ["cents", cents],
  ["support", support],
  ["badge", badge, { tone: ["info", "tip", "warning", "danger"] }],
  ["keep", strayKeep],
]);

/** Blocks replace includes before components are placed. */
export const includeAttributes: readonly Attribute[] = [{ name: "file", isRequired: true, words: free }];

export const blockDirectiveNames: readonly string[] = [...blockDirectives.keys(), "include"];
export const textDirectiveNames: readonly string[] = [...textDirectives.keys()];
export const directiveNames: readonly string[] = [...blockDirectiveNames, ...textDirectiveNames];

/** Unknown directives have no attributes. */
export function attributesOf(name: string): readonly Attribute[] {
  if (name === "include") return includeAttributes;
  return (blockDirectives.get(name) ?? textDirectives.get(name))?.attributes ?? [];
}

function badge(node: TextDirective, draft: DocumentDraft): Render {
  const tone = node.attributes?.["tone"] ?? null;
  if (node.children.length === 0) {
    const fault = { message: "a badge without words", hint: "write :badge[New]" };
    draft.report("directive/invalid", fault, node);
  }
  draft.hasParts = true;
  const className = ["badge", ...(tone === null ? [] : [`badge-${tone}`])];
  return (children) => [inMarkdown(h("span", { className }, children), "aside")];
}

function support(node: TextDirective, draft: DocumentDraft): Render {
  const words = toString(node).trim();
  if (draft.support === null) return () => [{ type: "text", value: words || "your provider contact" }];
  const { name, url, email } = draft.support;
  const mail = (label: string): ElementContent => h("a", { href: `mailto:${email}` }, label);
  if (url === null) return () => [email === null ? { type: "text", value: name } : mail(name)];
  const page = h("a", { href: url }, name);
  if (email === null) return () => [page];
  return () => [page, { type: "text", value: " (" }, mail(email), { type: "text", value: ")" }];
}

function cents(node: TextDirective, draft: DocumentDraft): Render {
  const text = toString(node).trim();
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const hint = "write whole cents, digits only, as in :cents[240000]";
    draft.report("sample/invalid", { message: `\`${text}\` isn't an amount in cents`, hint }, node);
  }
  const dollars = `(${toDollars(text) ?? text})`;
  return () => [h("span.money", [text, " ", h("span.money-usd", dollars)])];
}

/** The fault of a directive's attribute names, or null. A misspelled name isn't reported as missing too. */
export function checkAttributes(
  node: BlockDirective | TextDirective,
  declared: readonly Pick<Attribute, "name" | "isRequired">[],
): SampleFault | null {
  const known = declared.map(({ name }) => name);
  const attributes = new Map(Object.entries(node.attributes ?? {}));
  const wrong = [...attributes.keys()].find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const message = `\`${node.name}\` has no attribute \`${wrong}\``;
    if (/^(?:title|label|summary)$/.test(wrong))
      return { message, hint: `write ${marks[node.type]}${node.name}[${attributes.get(wrong) ?? ""}]` };
    const [only = null, another] = known;
    const meant = another === undefined ? only : nearest(wrong, known);
    const offer = known.length === 0 ? "it has none" : `it has ${known.join(" and ")}`;
    const hint = meant === null ? offer : `did you mean \`${meant}\`?`;
    const missing = known.filter((name) => !attributes.has(name));
    // A directive with a single attribute, which is missing, means that one by any name.
    const isOnly = another === undefined && only !== null && missing.length > 0;
    const slip = isOnly ? { written: wrong, meant: only } : slipOf(wrong, missing);
    return { message, hint, slip };
  }
  const missing = declared.find(({ name, isRequired }) => isRequired && !attributes.get(name))?.name;
  if (missing === undefined) return null;
  const hint = `write ${marks[node.type]}${node.name}{${missing}=…}`;
  return { message: `\`${node.name}\` has no \`${missing}\``, hint };
}

/** The fault of a directive's attribute values, or null. */
export function checkWords(node: BlockDirective | TextDirective, declared: readonly Attribute[]): SampleFault | null {
  const attributes = new Map(Object.entries(node.attributes ?? {}));
  for (const { name, words } of declared) {
    const value = attributes.get(name);
    if (words.length === 0 || value == null || words.includes(value)) continue;
    // Similar numbers mean different things.
    const names = words.filter((word) => /^[a-z]/.test(word));
    const hint = nearestHint(value, names) ?? `there are ${words.join(", ")}`;
    return { message: `no ${name} \`${value}\``, hint, slip: slipOf(value, words) };
  }
  return null;
}

const marks = { textDirective: ":", leafDirective: "::", containerDirective: ":::" } as const;
