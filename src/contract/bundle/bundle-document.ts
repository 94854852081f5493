import type { Origins } from "#read/yaml/origins.ts";
import { isRemark } from "#shared/contract/keywords/json-schema.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";
import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { plural } from "#shared/english.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";

import { findDialectWords, findMisspelling } from "../structure/dialect-words.ts";
import { describeType, type FieldType, notationOf } from "../structure/shape.ts";
import { sectionsOf, type Specification } from "../structure/specification.ts";
import { type DocumentPath, type ShapeFault, type Visitor, walkDocument } from "../structure/walk-document.ts";
import { DocumentEdits } from "./document-edits.ts";
import {
  type DocumentLocation,
  findRings,
  findTarget,
  locationKey,
  type ReferenceScope,
  type ReferenceTarget,
  throughAliases,
} from "./find-target.ts";

interface BundleInput {
  /** The document's file, relative to the root. */
  readonly file: string;
  readonly document: JsonObject;
  readonly specification: Specification;
  readonly origins: Origins;
  /** Parses a file of the document's folder once; undefined when it doesn't exist or holds no value. */
  readonly load: (file: string) => Json | undefined;
  /** The files that may be named. */
  readonly files: readonly string[];
}

/**
 * Checks the structure of the document and of everything it refers to, and gathers it in one document whose references
 * all have the form `#/components/schemas/Load`. Nothing is expanded: a reference stays a reference. Parts that don't fit
 * their shape and references that lead nowhere are reported, and mended or left out: later steps can rely on the shapes.
 */
export function bundleDocument(input: BundleInput): Outcome<JsonObject> {
  const bundling = new Bundling(input);
  bundling.walk(input.document, { kind: "shape", name: "document" }, { file: input.file, path: [] });
  bundling.followAll();
  return { value: bundling.edits.apply(), diagnostics: bundling.diagnostics };
}

interface FoundReference extends DocumentLocation {
  readonly node: JsonObject;
  /** The type that the target must have. */
  readonly type: FieldType;
  /** True where the specification has no references: the target replaces the reference. */
  readonly isForeign: boolean;
}

class Bundling {
  readonly diagnostics: Diagnostic[] = [];
  readonly edits: DocumentEdits;
  readonly #input: BundleInput;
  readonly #scope: ReferenceScope;
  readonly #queue: FoundReference[] = [];
  readonly #followed = new Set<JsonObject>();
  /** The targets of references that have nothing but remarks beside them. */
  readonly #bareTargets = new Map<JsonObject, Json>();
  /** The type that each object and list was checked as. Checked as a second type, it would be mended twice. */
  readonly #typeByValue = new Map<object, string>();
  /** Schemas by `file#anchor` and by their `$id`. */
  readonly #schemaByName = new Map<string, JsonObject>();
  readonly #pointerByTarget = new Map<string, string>();
  /** The pointers of sections, by the location of what they hold: another file's, where the section is a reference to it. */
  readonly #sectionByLocation = new Map<string, string>();

  constructor(input: BundleInput) {
    this.#input = input;
    this.edits = new DocumentEdits(input.document, input.origins);
    // Documents may share files in sibling folders: `openapi/v1/api.yaml` may name `../common/page.yaml`.
    const [top = ""] = input.file.split("/");
    this.#scope = {
      document: input.file,
      folder: top === input.file ? "" : top,
      files: input.files,
      load: input.load,
      schemaByName: this.#schemaByName,
    };
    for (const section of sectionsOf(input.document).values())
      this.#sectionByLocation.set(locationKey({ file: input.file, path: section }), toPointer(section));
  }

  walk(value: Json, type: FieldType, { file, path }: DocumentLocation): void {
    const { specification, origins } = this.#input;
    const { diagnostics, edits } = this;
    const visitor: Visitor = {
      onValue: (part, as) => this.#typeByValue.set(part, notationOf(as)),
      onNode: (node, shape) => {
        if (shape === "schema") this.#nameSchema(node, file);
        diagnostics.push(...findDialectWords(node, shape, { family: specification.family, origins }));
      },
      onUnknown: (node, key, shape) => diagnostics.push(...findMisspelling(node, key, { shape, origins })),
      onReference: (node, name, at) =>
        this.#queue.push({ node, type: { kind: "shape", name }, isForeign: false, file, path: [...at] }),
      onForeignReference: (node, at, inPath) =>
        this.#queue.push({ node, type: at, isForeign: true, file, path: [...inPath] }),
      onFault: (fault) => this.#report(fault, file),
      onMend: (owner, key, mended) => edits.change(owner, key, mended),
      onUseless: (node) => edits.substitute(node, undefined),
    };
    walkDocument(value, { type, path }, { shapes: specification.shapes, visitor });
  }

  #nameSchema(node: JsonObject, file: string): void {
    const [anchor, id] = [textAt(node, "$anchor"), textAt(node, "$id")];
    if (anchor !== null) this.#schemaByName.set(`${file}#${anchor}`, node);
    if (id !== null) this.#schemaByName.set(id, node);
  }

  #report({ owner, key, message, path, gravity, hint }: ShapeFault, file: string): void {
    const { origins } = this.#input;
    const position = owner === null ? null : key === null ? origins.of(owner) : origins.ofKey(owner, key);
    this.diagnostics.push(
      diagnose(`contract/${gravity}`, `${message} (${toPointer(path)})`, position ?? startOf(file), hint),
    );
  }

  /**
   * Targets add their own references to the queue: the loop ends when everything reachable was seen once. What the
   * document names comes first, so that other references to it find the name.
   */
  followAll(): void {
    const orders = [
      ({ isForeign }: FoundReference) => isForeign,
      (reference: FoundReference) => this.#nameOf(reference) !== null,
      () => true,
    ];
    for (const isNext of orders) for (const reference of this.#queue) if (isNext(reference)) this.#follow(reference);
    for (const ring of findRings(this.#bareTargets)) this.#break(ring);
  }

  /** A ring of references holds nothing to show. Once the first reference is lost, the next ones lead to nothing. */
  #break(ring: readonly JsonObject[]): void {
    const first = this.#queue.find(({ node }) => ring.includes(node));
    if (first === undefined) return;
    const hops = ring.length - 1;
    const way = hops === 0 ? "" : `, by way of ${plural(hops, "other reference")}`;
    this.#lose(first, `\`${textAt(first.node, "$ref")}\` leads to itself${way}`);
  }

  #follow(reference: FoundReference): void {
    const { node, type, isForeign } = reference;
    // A substituted reference may come up again.
    if (this.#followed.has(node)) return;
    this.#followed.add(node);
    const text = textAt(node, "$ref") ?? "";
    const target = throughAliases(this.#findTarget(text, reference), this.#scope);
    if (target.kind === "lost") {
      this.#lose(reference, target.message, target.hint);
      return;
    }
    const { value, location } = target;
    if (!isForeign && Object.keys(node).every((key) => key === "$ref" || isRemark(key))) {
      this.#bareTargets.set(node, value);
    }
    const [shape, wanted] = [isForeign ? null : target.shape, notationOf(type)];
    if (shape !== null && shape !== wanted) {
      this.#lose(reference, `\`${text}\` names ${this.#mismatch(shape, type)}`);
    } else if (shape === null || location.file !== this.#input.file) this.#connect(reference, value, location);
    else if (text !== toPointer(location.path)) this.edits.change(node, "$ref", toPointer(location.path));
  }

  /** Generators of JSON Schema count a reference from their schema's root, which is a part of this document. */
  #findTarget(text: string, reference: FoundReference): ReferenceTarget {
    const { node, file, path, isForeign } = reference;
    const { load, document, origins } = this.#input;
    const target = findTarget(text, file, this.#scope);
    const inner = text.startsWith("#") && !isForeign ? parsePointer(text.slice(1)) : null;
    if (inner === null || (target.kind === "found" && target.value !== document)) return target;
    const valueAt = (way: DocumentPath): Json | undefined => resolvePointer(load(file) ?? null, way.map(String));
    const idOf = (way: DocumentPath): string | null => textAt(valueAt(way), "$id");
    const roots = path
      .map((_, end) => path.slice(0, end))
      .filter((way) => {
        const value = valueAt(way);
        return isObject(value) && this.#typeByValue.get(value) === "schema";
      });
    const root = roots.findLast((way) => idOf(way) !== null) ?? roots[0];
    const own = root === undefined ? target : findTarget(toPointer([...root, ...inner]), file, this.#scope);
    const whole = target.kind === "lost" ? findTarget(text, this.#input.file, this.#scope) : target;
    const found = own.kind === "lost" ? whole : own;
    if (found === target || found.kind === "lost" || (root !== undefined && idOf(root) !== null)) return found;
    const [missed, base] =
      found === own ? ["no schema of the document", "its own"] : ["nothing in its file", this.#input.file];
    const message = `\`${text}\` names ${missed}, and is looked up in ${base} (${toPointer(path)})`;
    this.diagnostics.push(diagnose("contract/nonstandard", message, origins.ofValue(node, "$ref")));
    return found;
  }

  /** The pointer of a component that's nothing but a reference; null for any other one. */
  #nameOf({ node, file, path }: FoundReference): string | null {
    const section = this.#sectionByLocation.get(locationKey({ file, path: path.slice(0, -1) }));
    return section === undefined || Object.keys(node).length > 1 ? null : section + toPointer(path.slice(-1)).slice(1);
  }

  /** Replaces the reference with its target, or gives the target a name in this document. */
  #connect(reference: FoundReference, target: Json, location: DocumentLocation): void {
    const wanted = notationOf(reference.type);
    const known = typeof target === "object" && target !== null ? this.#typeByValue.get(target) : undefined;
    // Swagger 2.0 allows no reference to a schema in `items` of a parameter, but authors write them.
    if (known !== undefined && known !== wanted && wanted !== "any" && !(known === "schema" && wanted === "items")) {
      this.#lose(reference, `the reference names ${this.#mismatch(known, reference.type)}`);
      return;
    }
    if (known === undefined) this.walk(target, reference.type, location);
    const section = sectionsOf(this.#input.document).get(wanted);
    const targetKey = locationKey(location);
    if (reference.isForeign || wanted === "pathItem") {
      const sectionPointer = this.#sectionByLocation.get(locationKey(reference));
      if (sectionPointer !== undefined) this.#sectionByLocation.set(targetKey, sectionPointer);
      const isReplaced = this.edits.substitute(reference.node, target);
      if (!isReplaced) this.#lose(reference, `\`${textAt(reference.node, "$ref")}\` leads to itself`);
    } else if (section === undefined) this.#lose(reference, "a reference isn't allowed here");
    else {
      const key = `${wanted} ${targetKey}`;
      const named = this.#pointerByTarget.get(key);
      const name = named === undefined && location.file !== this.#input.file ? this.#nameOf(reference) : null;
      const pointer = named ?? name ?? this.edits.hoist(section, target, location);
      this.#pointerByTarget.set(key, pointer);
      if (name === null || !this.edits.substitute(reference.node, target))
        this.edits.change(reference.node, "$ref", pointer);
    }
  }

  #mismatch(notation: string, wanted: FieldType): string {
    const { shapes } = this.#input.specification;
    const named = shapes.get(notation)?.title ?? (notation.startsWith("[") ? "a list" : "an object");
    return `${named} where ${describeType(wanted, shapes)} belongs`;
  }

  /** The members beside a reference stay. An example that only looks like a reference stays as it is. */
  #lose({ node, path, type, isForeign }: FoundReference, message: string, hint: string | null = null): void {
    if (type.kind === "any") return;
    if (isForeign) this.edits.substitute(node, undefined);
    else this.edits.change(node, "$ref", undefined);
    const position = this.#input.origins.ofValue(node, "$ref");
    this.diagnostics.push(diagnose("contract/reference", `${message} (${toPointer(path)})`, position, hint));
  }
}
