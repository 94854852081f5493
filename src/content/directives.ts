import type { Node } from "mdast";
import type { TextDirective } from "mdast-util-directive";

import type { Attributes } from "./check-attributes.ts";
import { admonition, admonitionNames, type BlockDirective, details } from "./components/admonition.ts";
import { programListing } from "./components/code-figure.ts";
import { hero } from "./components/hero.ts";
import { card, cards, drawings, rules } from "./components/linked-lists.ts";
import { figure, ratios, video } from "./components/media.ts";
import { check, fails, steps, strayKeep } from "./components/step-list.ts";
import { tab, tabs } from "./components/tabs.ts";
import { badge, cents, support, tones } from "./components/text-directives.ts";
import { enumTable, fieldsTable, operationsTable } from "./contract/contract-tables.ts";
import { enumValue, meaning } from "./contract/mentions.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";
import type { Render } from "./markdown/placeholder.ts";

interface Directive<T extends Node> {
  readonly render: (node: T, draft: DocumentDraft) => Render;
  readonly attributes?: Attributes;
}

/** The attribute takes any words. */
const free: readonly string[] = [];

export const blockDirectives = new Map<string, Directive<BlockDirective>>([
  ...admonitionNames.map((name) => [name, { render: admonition }] as const),
  ["tabs", { render: tabs }],
  ["tab", { render: tab }],
  ["details", { render: details, attributes: { open: free } }],
  ["figure", { render: figure, attributes: { "src!": free } }],
  ["video", { render: video, attributes: { "src!": free, "poster!": free, captions: free, ratio: ratios } }],
  ["program", { render: programListing, attributes: { "file!": free } }],
  ["cards", { render: cards }],
  ["card", { render: card, attributes: { icon: [...drawings.keys()], op: free } }],
  ["steps", { render: steps }],
  ["check", { render: check }],
  ["fails", { render: fails }],
  ["hero", { render: hero }],
  ["rules", { render: rules }],
  ["fields", { render: fieldsTable, attributes: { "schema!": free, columns: free, required: free, contract: free } }],
  ["enum", { render: enumTable, attributes: { "schema!": free, columns: free, contract: free } }],
  ["operations", { render: operationsTable, attributes: { tag: free, audience: free, contract: free } }],
  ["meaning", { render: meaning, attributes: { "of!": free, contract: free } }],
]);

export const textDirectives = new Map<string, Directive<TextDirective>>([
  ["value", { render: enumValue }],
  ["cents", { render: cents }],
  ["support", { render: support }],
  ["badge", { render: badge, attributes: { tone: tones } }],
  ["keep", { render: strayKeep }],
]);

/** Blocks replace includes before components are placed. */
export const includeAttributes: Attributes = { "file!": free };

export const blockDirectiveNames: readonly string[] = [...blockDirectives.keys(), "include"];
export const textDirectiveNames: readonly string[] = [...textDirectives.keys()];
export const directiveNames: readonly string[] = [...blockDirectiveNames, ...textDirectiveNames];

/** Unknown directives have no attributes. */
export function attributesOf(name: string): Attributes {
  if (name === "include") return includeAttributes;
  return (blockDirectives.get(name) ?? textDirectives.get(name))?.attributes ?? {};
}
