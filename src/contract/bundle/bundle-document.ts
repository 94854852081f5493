import type { Origins } from "#read/origins.ts";
import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostic.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearest, nearestHint } from "#shared/nearest.ts";

import { sectionOf, sectionPath, shapeOfComponent } from "../structure/components.ts";
import type { Specification } from "../structure/specification.ts";
import { type Path, type ShapeFault, type Visitor, walkDocument } from "../structure/walk-document.ts";
import { findMistypedKeyword, findUnsupported, type Unsupported } from "./find-unsupported.ts";
import { parseReference } from "./parse-reference.ts";
import { type Hoisted, placeReferences } from "./place-references.ts";

interface BundleInput {
  /** The document's file, relative to the root. */
  readonly file: string;
  readonly document: JsonObject;
  readonly specification: Specification;
  readonly origins: Origins;
  /** Parses a further file of the document's folder once; undefined when it does not exist or holds no value. */
  readonly load: (file: string) => Json | undefined;
  /** The files that may be named. */
  readonly files: readonly string[];
}

interface Bundle {
  readonly document: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks the structure of the document and of everything it refers to, and gathers it in one document whose references
 * are all of the form `#/components/schemas/Load`. Nothing is expanded: a reference stays a reference. What does not
 * resolve is reported; when anything was, the document is not to be used.
 */
export function bundleDocument(input: BundleInput): Bundle {
  const bundling = new Bundling(input);
  bundling.walk(input.document, "document", { file: input.file, path: [] });
  bundling.followAll();
  const { diagnostics } = bundling;
  if (diagnostics.some(({ severity }) => severity === "error")) return { document: input.document, diagnostics };
  return { document: placeReferences(input.document, bundling), diagnostics };
}

interface Place {
  readonly file: string;
  readonly path: Path;
}

interface Reference extends Place {
  readonly node: JsonObject;
  readonly shape: string;
}

class Bundling {
  readonly diagnostics: Diagnostic[] = [];
  /** New values for `$ref`, by the object that holds it. */
  readonly replacements = new Map<JsonObject, string>();
  /** Path items that stand for another one, which takes their place. */
  readonly pathItems = new Map<JsonObject, JsonObject>();
  readonly hoisted: Hoisted[] = [];
  readonly origins: Origins;
  readonly #input: BundleInput;
  readonly #folder: string;
  readonly #queue: Reference[] = [];
  readonly #shapeByNode = new Map<JsonObject, string>();
  readonly #anchors = new Map<string, JsonObject>();
  readonly #pointerByTarget = new Map<string, string>();
  readonly #namesByShape = new Map<string, Set<string>>();

  constructor(input: BundleInput) {
    this.#input = input;
    this.origins = input.origins;
    // Documents keep what they share beside each other: `openapi/v1/api.yaml` may name `../common/page.yaml`.
    const [top = ""] = input.file.split("/");
    this.#folder = top === input.file ? "" : top;
  }

  walk(value: Json, shape: string, { file, path }: Place): void {
    const { family, shapes } = this.#input.specification;
    const visitor: Visitor = {
      onNode: (node, name) => {
        this.#shapeByNode.set(node, name);
        if (family === "OpenAPI 3.2") for (const found of findUnsupported(node, name)) this.#warn(node, found);
        const anchor = name === "schema" ? textAt(node, "$anchor") : null;
        if (anchor !== null) this.#anchors.set(`${file}#${anchor}`, node);
      },
      onUnknown: (node, key, parsed) => this.#warn(node, findMistypedKeyword(node, key, parsed)),
      onReference: (node, name, at) => this.#queue.push({ node, shape: name, file, path: [...at] }),
      onFault: (fault) => this.diagnostics.push(toStructureDiagnostic(fault, file, this.origins)),
    };
    walkDocument(value, { shape, path }, { shapes, visitor });
  }

  /** References of targets join the queue, so the loop ends when everything reachable has been seen once. */
  followAll(): void {
    for (let index = 0; index < this.#queue.length; index += 1) {
      const reference = this.#queue[index];
      if (reference) this.#follow(reference);
    }
  }

  #follow(reference: Reference): void {
    const text = textAt(reference.node, "$ref") ?? "";
    const target = parseReference(text, reference.file, this.#folder);
    if (target.kind === "refused") {
      const hint = "copy what it names into the document's folder";
      this.#report(reference, `\`${text}\` ${target.reason} and is not followed`, hint);
      return;
    }
    const isEntry = target.file === this.#input.file;
    const root = isEntry ? this.#input.document : this.#input.load(target.file);
    if (root === undefined) {
      const isKnown = this.#input.files.includes(target.file);
      const hint = isKnown ? null : nearestHint(target.file, this.#input.files);
      this.#report(reference, isKnown ? `\`${target.file}\` cannot be read` : `there is no \`${target.file}\``, hint);
    } else if (target.kind === "anchor") {
      const node = this.#anchors.get(`${target.file}#${target.name}`);
      if (node) this.#connect(reference, node, { file: target.file, path: [target.name] });
      else this.#report(reference, `\`${text}\` leads nowhere: there is no $anchor of that name`);
    } else this.#followPointer(reference, root, { file: target.file, path: target.tokens });
  }

  #followPointer(
    reference: Reference,
    root: Json,
    place: { readonly file: string; readonly path: readonly string[] },
  ): void {
    const { file, path } = place;
    const value = resolvePointer(root, path);
    const text = textAt(reference.node, "$ref") ?? "";
    if (value === undefined) {
      this.#report(reference, `\`${text}\` leads nowhere`, missingHint(root, path));
      return;
    }
    const shape = isObject(root) ? shapeOfComponent(root, path) : null;
    if (shape !== null && shape !== reference.shape) {
      this.#report(reference, `\`${text}\` names a ${shape} where a ${reference.shape} must stand`);
    } else if (shape !== null && file === this.#input.file) {
      if (text !== toPointer(path)) this.replacements.set(reference.node, toPointer(path));
    } else this.#connect(reference, value, place);
  }

  /** Gives the target a name of its own in this document, and the reference that name. */
  #connect(reference: Reference, target: Json, place: Place): void {
    this.#walkTarget(reference, target, place);
    const section = sectionPath(this.#input.document, reference.shape);
    if (reference.shape === "pathItem") {
      if (isObject(target)) this.pathItems.set(reference.node, target);
    } else if (section === null) this.#report(reference, "a reference is not allowed here");
    else {
      const key = `${reference.shape} ${place.file}${toPointer(place.path)}`;
      const pointer = this.#pointerByTarget.get(key) ?? this.#hoist(reference.shape, target, place);
      this.#pointerByTarget.set(key, pointer);
      this.replacements.set(reference.node, pointer);
    }
  }

  #walkTarget(reference: Reference, target: Json, place: Place): void {
    const known = isObject(target) ? this.#shapeByNode.get(target) : undefined;
    if (known === undefined) this.walk(target, reference.shape, place);
    else if (known !== reference.shape) {
      this.#report(reference, `the reference names a ${known} where a ${reference.shape} must stand`);
    }
  }

  #hoist(shape: string, value: Json, place: Place): string {
    const names = this.#namesByShape.get(shape) ?? new Set(Object.keys(sectionOf(this.#input.document, shape)));
    const name = freeName(toComponentName(place.file, place.path), names);
    this.#namesByShape.set(shape, names.add(name));
    this.hoisted.push({ shape, name, value });
    return toPointer([...(sectionPath(this.#input.document, shape) ?? []), name]);
  }

  #warn(node: JsonObject, unsupported: Unsupported | null): void {
    if (!unsupported) return;
    const position = this.origins.ofKey(node, unsupported.key);
    this.diagnostics.push(diagnose("contract/unsupported", unsupported.message, position, unsupported.hint));
  }

  #report(reference: Reference, message: string, hint: string | null = null): void {
    const position = this.origins.ofValue(reference.node, "$ref");
    const sentence = `${message} (${toPointer(reference.path)})`;
    this.diagnostics.push(diagnose("contract/reference", sentence, position, hint));
  }
}

/** The name nearest to the first token that does not exist, in full. */
function missingHint(root: Json, path: readonly string[]): string | null {
  const index = path.findIndex((_, end) => resolvePointer(root, path.slice(0, end + 1)) === undefined);
  const parent = resolvePointer(root, path.slice(0, index));
  if (!isObject(parent)) return null;
  const meant = nearest(path[index] ?? "", Object.keys(parent));
  if (meant === null) return null;
  return `did you mean ${toPointer([...path.slice(0, index), meant, ...path.slice(index + 1)])}?`;
}

/** A fault of structure as a finding at the place in the author's file. */
function toStructureDiagnostic(fault: ShapeFault, file: string, origins: Origins): Diagnostic {
  const position = findPosition(fault, origins) ?? startOf(file);
  return diagnose("contract/invalid", `${fault.message} (${toPointer(fault.path)})`, position, fault.hint);
}

function findPosition({ owner, key }: ShapeFault, origins: Origins): Position | null {
  if (owner === null) return null;
  return key === null ? origins.of(owner) : origins.ofKey(owner, key);
}

/** `schemas/load.yaml#/definitions/Stop` to `Stop`, `schemas/load.yaml` to `load`. */
function toComponentName(file: string, path: readonly (string | number)[]): string {
  const tokens = path.map(String).filter((token) => !structuralTokens.has(token));
  const words = tokens.length > 0 ? tokens : [(file.split("/").at(-1) ?? file).replace(/\.[^.]*$/, "")];
  return words.map((word) => word.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "")).join("_") || "Schema";
}

/** The name itself, or with `-2`, `-3`, … when it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}

/** Tokens of a pointer that say nothing about what it names. */
const structuralTokens = new Set([
  ...["components", "definitions", "schemas", "properties", "items", "allOf", "oneOf", "anyOf", "paths"],
  ...["content", "responses", "parameters", "schema", "$defs"],
]);
