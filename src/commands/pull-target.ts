import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";

import type { Notation } from "../live/document-notation.ts";
import { diagnose, type Diagnostic } from "../model/diagnostic.ts";
import type { Outcome } from "../model/outcome.ts";

/** The file that a fetched document goes to. */
export interface PullTarget {
  /** Absolute. */
  readonly path: string;
  /** Relative to the root, with `/`; absolute when it lies elsewhere. */
  readonly name: string;
  readonly notation: Notation;
  /** What is in it now; null when it does not exist. */
  readonly text: string | null;
}

/** Finds the file, and refuses one that holds something else than an OpenAPI document. */
export async function findPullTarget(root: string, file = "openapi/openapi.yaml"): Promise<Outcome<PullTarget>> {
  const path = resolve(root, file);
  const inside = relative(root, path).split(sep).join("/");
  const name = inside.startsWith("../") ? path : inside;
  const notation = /\.json$/i.test(name) ? "json" : "yaml";
  const { text, fault } = await readText(path);
  const diagnostics = [
    ...(/\.(json|ya?ml)$/i.test(name) ? [] : [refuse(name, "its name ends neither in .yaml nor in .json")]),
    ...(fault === null ? [] : [refuse(name, fault)]),
    ...(text === null || isContract(text) ? [] : [refuse(name, "what is in it is no OpenAPI document")]),
  ];
  return { value: { path, name, notation, text }, diagnostics };
}

function refuse(name: string, reason: string): Diagnostic {
  return diagnose("output/refused", `${name} is not replaced: ${reason}`, null, "name another file with --out");
}

async function readText(path: string): Promise<{ readonly text: string | null; readonly fault: string | null }> {
  try {
    return { text: await readFile(path, "utf8"), fault: null };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return {
      text: null,
      fault: code === "ENOENT" ? null : code === "EISDIR" ? "it is a folder" : `it cannot be read (${code})`,
    };
  }
}

/** A document that does not parse may be replaced by one that does. */
function isContract(text: string): boolean {
  return text.trim() === "" || /^[\s{]*["']?(openapi|swagger)["']?\s*:/m.test(text);
}
