import type { Code } from "mdast";
import { bundledLanguages } from "shiki/langs";

import { diagnose } from "../../model/diagnostic.ts";
import { nearest } from "../../suggest/nearest.ts";
import type { Draft } from "../draft.ts";
import { httpSample, jsonSample, noteUnchecked } from "../contract/sample-blocks.ts";
import { parseFenceMeta } from "../fence-meta.ts";
import type { Render } from "../placeholder.ts";
import { codeFigure } from "./code-figure.ts";

const commonLanguages = ["bash", "http", "javascript", "json", "python", "text", "typescript", "yaml"];
const knownLanguages: ReadonlySet<string> = new Set(["", "plain", "text", "txt", ...Object.keys(bundledLanguages)]);

/** A fenced code block: highlighted at build time, with its title and marked lines. */
export function codeBlock(node: Code, draft: Draft): Render {
  const language = (node.lang ?? "").toLowerCase();
  const meta = parseFenceMeta(node.meta ?? "");
  if (draft.index !== null && (language === "http" || language === "json")) {
    if (language === "http" && meta.attributes.has("op")) return httpSample(node, meta, draft);
    if (language === "json" && (meta.attributes.has("op") || meta.attributes.has("schema")))
      return jsonSample(node, meta, draft);
    noteUnchecked(node, meta, draft);
  }
  if (!knownLanguages.has(language)) {
    const suggestion = nearest(language, commonLanguages);
    const hint =
      suggestion === null ? "it is published without colours; ```text says so" : `did you mean ${suggestion}?`;
    draft.diagnostics.push(
      diagnose("content/code-language", `unknown code language \`${language}\``, draft.lines.positionOf(node), hint),
    );
  }
  const html = draft.highlight(node.value, language, meta.marked);
  const title = meta.attributes.get("title") ?? null;
  return () => [codeFigure({ html, language, title })];
}
