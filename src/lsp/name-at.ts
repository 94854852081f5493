import type { Range } from "vscode-languageserver";

import type { Member } from "#shared/contract/schema.ts";
import type { ContractPart, SiteModel } from "#shared/site-model.ts";
import { findField, findOperation, findSchema, membersOf, contractsOf, seenBy } from "#shared/site-model.ts";

import { type Cursor, toRange } from "./cursor.ts";

export type NameAt = (
  ContractPart | { readonly kind: "link"; readonly address: string } | { readonly kind: "file"; readonly path: string }
) & { readonly range: Range };

/** Forms in which pages mention names; the group is the name. */
const forms = [
  { form: /\]\(\s*<?op:([^)\s>]*)/dg, kind: "operation" },
  { form: /\]\(\s*<?schema:([^)\s>]*)/dg, kind: "schema" },
  { form: /\]\(\s*<?field:([^)\s>]*)/dg, kind: "field" },
  { form: /\bop\s*=\s*["']?([^\s"'}]+)/dg, kind: "operation" },
  { form: /\bschema\s*=\s*["']?([^\s"'}]+)/dg, kind: "schema" },
  { form: /::meaning\{\s*of\s*=\s*["']?([^\s"'}]+)/dg, kind: "meaning" },
  { form: /:value\[([^\]]+)\]/dg, kind: "meaning" },
  { form: /\b(?:file|src)\s*=\s*["']?([^\s"'}]+)/dg, kind: "file" },
  { form: /\]\(\s*<?([^)\s>]+)/dg, kind: "link" },
  { form: /^\[[^\]]+\]:\s*<?([^\s>]+)/dg, kind: "link" },
] as const;

/** Returns the name that the line mentions at the cursor; null for prose. */
export function nameAt({ line, position }: Cursor, model: SiteModel): NameAt | null {
  const { character } = position;
  for (const { form, kind } of forms)
    for (const { indices, 1: name = "" } of line.matchAll(form)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (character < start || character > end) continue;
      const range = toRange(position.line, start, end);
      if (kind === "file") return { kind, path: name, range };
      if (kind === "link") return { kind, address: name, range };
      if (kind === "meaning") return { ...meantBy(name, model), range };
      return { kind, name, range };
    }
  return null;
}

function meantBy(name: string, model: SiteModel): ContractPart {
  if (findSchema(model, name) !== null) return { kind: "schema", name };
  if (findField(model, name) !== null) return { kind: "field", name };
  return { kind: "schema", name: name.slice(0, name.lastIndexOf(".")) };
}

/** Returns the operation, schema or field that a line of the contract's document describes. */
export function nameInDocument({ file, line, position }: Cursor, model: SiteModel): ContractPart | null {
  const isHere = (defined: { readonly file: string; readonly line: number } | null): boolean =>
    defined?.file === file && defined.line === position.line + 1;
  for (const contract of contractsOf(model)) {
    const operation = contract.operations.find((known) => isHere(known.position) || line.endsWith(`: ${known.id}`));
    if (operation !== undefined) return { kind: "operation", name: operation.id };
    const schema = contract.schemas.find((known) => isHere(known.position));
    if (schema !== undefined) return { kind: "schema", name: schema.name };
    for (const { name } of contract.schemas) {
      const isNamedHere = (member: Member): boolean => line.trim().replace(/['"]/g, "").startsWith(`${member.name}:`);
      const member = membersOf(contract, name).find(
        (candidate) =>
          isNamedHere(candidate) && [1, 2].includes((candidate.schema.position?.line ?? 0) - position.line),
      );
      if (member?.schema.position?.file === file)
        return { kind: "field", name: `${member.from ?? name}.${member.name}` };
    }
  }
  return null;
}

/** Returns the position of a name in the contract; null if the contract lacks it. */
export function positionOfName({ kind, name }: ContractPart, model: SiteModel) {
  switch (kind) {
    case "operation":
      return findOperation(model, name)?.position ?? null;
    case "schema":
      return findSchema(model, name)?.position ?? null;
    case "field":
      return findField(model, name)?.schema.position ?? null;
  }
}

/** Narrows the model to the API or version that the line names for its block: `contract=v1`. */
export function seenInLine(line: string, model: SiteModel): SiteModel {
  const [, double, single, bare] = /\bcontract=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/.exec(line) ?? [];
  const name = double ?? single ?? bare;
  return name === undefined ? model : seenBy(model, name);
}
