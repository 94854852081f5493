import type { Origins } from "#read/yaml/origins.ts";
import { methods } from "#shared/contract/request.ts";
import type { Position } from "#shared/diagnostic.ts";
import { entriesAt, isObject, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";
import { toPointer } from "#shared/json/json-pointer.ts";

/** Where a part of a document begins. It goes on to the next one's beginning. */
export interface DocumentPart extends Position {
  /** `GET /loads`, `#/components/schemas/Load`; null for what is neither operation nor component. */
  readonly name: string | null;
}

/** The parts of a gathered document, in no order: its members may come from several files. */
export function findParts(document: JsonObject, origins: Origins): readonly DocumentPart[] {
  const parts: DocumentPart[] = [];
  const add = (owner: Json | undefined, nameOf: (key: string) => string | null): void => {
    if (!isObject(owner)) return;
    for (const key of Object.keys(owner)) {
      const position = origins.ofKey(owner, key);
      if (position !== null) parts.push({ ...position, name: nameOf(key) });
    }
  };
  add(document, () => null);
  for (const section of ["paths", "webhooks"]) {
    add(document[section], () => null);
    for (const [path, item] of entriesAt(document, section)) {
      add(item, (key) => operationAt(key, path));
      add(memberOf(item, "additionalOperations"), (key) => `${key.toUpperCase()} ${path}`);
    }
  }
  for (const [section, members] of entriesAt(document, "components")) {
    add(members, (name) => toPointer(["components", section, name]));
  }
  return parts;
}

function operationAt(key: string, path: string): string | null {
  return methods.some((method) => method === key) ? `${key.toUpperCase()} ${path}` : null;
}
