import type { Origins } from "#read/origins.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import { resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import { type FieldType, notationOf } from "../structure/shape.ts";
import { sectionsOf, shapeOfComponent, type Specification } from "../structure/specification.ts";
import { type Path, type Visitor, walkDocument } from "../structure/walk-document.ts";
import { missingHint, parseReference, resolveThrough } from "./parse-reference.ts";
import { type Hoisted, placeReferences } from "./place-references.ts";
import { findSlip, findWords, toStructureDiagnostic } from "./structure-findings.ts";

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
 * are all of the form `#/components/schemas/Load`. Nothing is expanded: a reference stays a reference. What is not of its
 * shape is mended or left out, and so is a reference that leads nowhere, and reported: what comes after this meets no
 * surprise.
 */
export function bundleDocument(input: BundleInput): Bundle {
  const bundling = new Bundling(input);
  bundling.walk(input.document, { kind: "shape", name: "document" }, { file: input.file, path: [] });
  bundling.followAll();
  return { document: placeReferences(input.document, bundling), diagnostics: bundling.diagnostics };
}

interface Place {
  readonly file: string;
  readonly path: Path;
}

interface Reference extends Place {
  readonly node: JsonObject;
  /** What must stand where the reference leads. */
  readonly type: FieldType;
  /** True where the specification has no reference: what it leads to takes its place. */
  readonly isForeign: boolean;
}

class Bundling {
  readonly diagnostics: Diagnostic[] = [];
  readonly changes = new Map<object, Map<string | number, Json | undefined>>();
  readonly substitutes = new Map<JsonObject, Json | undefined>();
  readonly hoisted: Hoisted[] = [];
  readonly origins: Origins;
  readonly #input: BundleInput;
  readonly #folder: string;
  readonly #queue: Reference[] = [];
  readonly #followed = new Set<JsonObject>();
  /** What each object and list has been checked as. It is one thing: as another it would be mended once more. */
  readonly #typeByValue = new Map<object, string>();
  /** Schemas by what else a reference may call them: `file#anchor`, or their `$id`. */
  readonly #schemaByName = new Map<string, JsonObject>();
  readonly #pointerByTarget = new Map<string, string>();
  readonly #namesBySection = new Map<readonly string[], Set<string>>();

  constructor(input: BundleInput) {
    this.#input = input;
    this.origins = input.origins;
    // Documents keep what they share beside each other: `openapi/v1/api.yaml` may name `../common/page.yaml`.
    const [top = ""] = input.file.split("/");
    this.#folder = top === input.file ? "" : top;
  }

  walk(value: Json, type: FieldType, { file, path }: Place): void {
    const { specification } = this.#input;
    const { origins, diagnostics } = this;
    const visitor: Visitor = {
      onValue: (part, as) => this.#typeByValue.set(part, notationOf(as)),
      onNode: (node, shape) => {
        if (shape === "schema") this.#nameSchema(node, file);
        diagnostics.push(...findWords(node, shape, { family: specification.family, origins }));
      },
      onUnknown: (node, key, shape) => diagnostics.push(...findSlip(node, key, { shape, origins })),
      onReference: (node, name, at) =>
        this.#queue.push({ node, type: { kind: "shape", name }, isForeign: false, file, path: [...at] }),
      onForeignReference: (node, at, inPath) =>
        this.#queue.push({ node, type: at, isForeign: true, file, path: [...inPath] }),
      onFault: (fault) => diagnostics.push(toStructureDiagnostic(fault, file, origins)),
      onMend: (owner, key, mended) => this.#change(owner, key, mended),
      onUseless: (node) => this.substitutes.set(node, undefined),
    };
    walkDocument(value, { type, path }, { shapes: specification.shapes, visitor });
  }

  #nameSchema(node: JsonObject, file: string): void {
    const [anchor, id] = [textAt(node, "$anchor"), textAt(node, "$id")];
    if (anchor !== null) this.#schemaByName.set(`${file}#${anchor}`, node);
    if (id !== null) this.#schemaByName.set(id, node);
  }

  #change(owner: object, key: string | number, value: Json | undefined): void {
    this.changes.set(owner, (this.changes.get(owner) ?? new Map<string | number, Json | undefined>()).set(key, value));
  }

  /** References of targets join the queue, so the loop ends when everything reachable has been seen once. */
  followAll(): void {
    for (let index = 0; index < this.#queue.length; index += 1) {
      const reference = this.#queue[index];
      if (reference) this.#follow(reference);
    }
  }

  #follow(reference: Reference): void {
    // What takes a reference's place may be the reference itself.
    if (this.#followed.has(reference.node)) return;
    this.#followed.add(reference.node);
    const text = textAt(reference.node, "$ref") ?? "";
    const named = this.#schemaByName.get(text);
    const target = parseReference(text, reference.file, this.#folder);
    if (named) this.#connect(reference, named, { file: reference.file, path: [text] });
    else if (target.kind === "refused") {
      const hint = "copy what it names into the document's folder";
      this.#lose(reference, `\`${text}\` ${target.reason} and is not followed`, hint);
    } else if (target.kind === "anchor") {
      const node = this.#schemaByName.get(`${target.file}#${target.name}`);
      if (node) this.#connect(reference, node, { file: target.file, path: [target.name] });
      else this.#lose(reference, `\`${text}\` leads nowhere: there is no $anchor of that name`);
    } else this.#followPointer(reference, { file: target.file, path: target.tokens });
  }

  #followPointer(reference: Reference, place: { readonly file: string; readonly path: readonly string[] }): void {
    const { file, path } = place;
    const text = textAt(reference.node, "$ref") ?? "";
    const isEntry = file === this.#input.file;
    const root = isEntry ? this.#input.document : this.#input.load(file);
    if (root === undefined) {
      const isKnown = this.#input.files.includes(file);
      const hint = isKnown ? null : nearestHint(file, this.#input.files);
      this.#lose(reference, isKnown ? `\`${file}\` cannot be read` : `there is no \`${file}\``, hint);
      return;
    }
    const value = resolveThrough(root, path);
    if (value === undefined) {
      this.#lose(reference, `\`${text}\` leads nowhere`, missingHint(root, path));
      return;
    }
    const shape = reference.isForeign ? null : shapeOfComponent(root, path);
    const wanted = notationOf(reference.type);
    if (shape !== null && shape !== wanted) {
      this.#lose(reference, `\`${text}\` names a ${shape} where a ${wanted} must stand`);
    } else if (shape === null || !isEntry) this.#connect(reference, value, place);
    else if (text !== toPointer(path)) this.#change(reference.node, "$ref", toPointer(path));
  }

  /** Puts the target in the reference's place, or gives it a name of its own in this document. */
  #connect(reference: Reference, target: Json, place: Place): void {
    const wanted = notationOf(reference.type);
    const known = typeof target === "object" && target !== null ? this.#typeByValue.get(target) : undefined;
    // Swagger 2.0 has no references to schemas in lists that are parameters; its users do.
    if (known !== undefined && known !== wanted && wanted !== "any" && !(known === "schema" && wanted === "items")) {
      this.#lose(reference, `the reference names a ${known} where a ${wanted} must stand`);
      return;
    }
    if (known === undefined) this.walk(target, reference.type, place);
    const section = sectionsOf(this.#input.document).get(wanted);
    if (reference.isForeign || wanted === "pathItem") this.#substitute(reference, target);
    else if (section === undefined) this.#lose(reference, "a reference is not allowed here");
    else {
      const key = `${wanted} ${place.file}${toPointer(place.path)}`;
      const pointer = this.#pointerByTarget.get(key) ?? this.#hoist(section, target, place);
      this.#pointerByTarget.set(key, pointer);
      this.#change(reference.node, "$ref", pointer);
    }
  }

  #substitute(reference: Reference, target: Json): void {
    const { node } = reference;
    let end: Json | undefined = target;
    while (isObject(end) && end !== node) end = this.substitutes.get(end);
    if (end === node) this.#lose(reference, `\`${textAt(node, "$ref")}\` leads to itself`);
    else this.substitutes.set(node, target);
  }

  #hoist(section: readonly string[], value: Json, place: Place): string {
    const known = resolvePointer(this.#input.document, section);
    const names = this.#namesBySection.get(section) ?? new Set(isObject(known) ? Object.keys(known) : []);
    const name = freeName(toComponentName(place.file, place.path), names);
    this.#namesBySection.set(section, names.add(name));
    this.hoisted.push({ section, name, value });
    return toPointer([...section, name]);
  }

  /** What stands beside the reference stays. An example that only looks like one is shown as it is. */
  #lose(reference: Reference, message: string, hint: string | null = null): void {
    const { node, path, type, isForeign } = reference;
    if (type.kind === "any") return;
    if (isForeign) this.substitutes.set(node, undefined);
    else this.#change(node, "$ref", undefined);
    const position = this.origins.ofValue(node, "$ref");
    this.diagnostics.push(diagnose("contract/reference", `${message} (${toPointer(path)})`, position, hint));
  }
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
