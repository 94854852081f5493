import { type ParsedSettings, parseSettings } from "#settings/parse-settings.ts";
import type { SandboxSetting } from "#settings/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { type SandboxData, sandboxDataSchema } from "#shared/contract/sandbox-data.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

type KnownContract = Pick<Contract, "operations" | "internal">;

/**
 * Reads a site's data for the sandbox and checks it against the operations. A file with faults gives no data. What it says
 * of operations that the contract leaves out, because they're internal, is left out as well.
 */
export function readSandboxData(
  { file, position }: SandboxSetting,
  files: ReadonlyMap<string, string>,
  contract: KnownContract,
): Outcome<SandboxData> {
  const text = files.get(file);
  if (text === undefined) {
    const hint = nearestHint(file, files.keys()) ?? "it is a YAML file in openapi/";
    return { value: {}, diagnostics: [diagnose("config/invalid", `there is no file \`${file}\``, position, hint)] };
  }
  const code = "sandbox/invalid";
  const { value, diagnostics } = parseSettings(sandboxDataSchema, {
    file,
    text,
    firstLine: 1,
    code,
    unknownKeyCode: code,
  });
  const found = [...diagnostics, ...checkNames(value, contract)];
  const data = found.length > 0 || value.value === null ? {} : withoutInternal(value.value, contract);
  return { value: data, diagnostics: found };
}

function withoutInternal(data: SandboxData, { operations, internal }: KnownContract): SandboxData {
  if (internal.operations.length === 0) return data;
  const ids = new Set(operations.map(({ id }) => id));
  const paths = new Set(operations.map(({ path }) => path));
  return Object.fromEntries(
    Object.entries(data)
      .filter(([id]) => ids.has(id))
      .map(([id, { lookup, takes, ...own }]) => {
        const kept = takes?.filter(({ from }) => paths.has(from));
        const isLooked = lookup !== undefined && paths.has(lookup);
        return [id, { ...own, ...(isLooked && { lookup }), ...(kept !== undefined && { takes: kept }) }];
      }),
  );
}

function checkNames(
  { value, positionAt }: ParsedSettings<SandboxData>,
  { operations, internal }: KnownContract,
): readonly Diagnostic[] {
  const known = [...operations, ...internal.operations];
  const ids = known.map(({ id }) => id);
  const paths = [...new Set(known.map(({ path }) => path))];
  return Object.entries(value ?? {}).flatMap(([id, { lookup, takes = [] }]) => {
    if (!ids.includes(id)) return [unknown(`operation \`${id}\``, positionAt([id]), nearestHint(id, ids))];
    const named = [
      ...(lookup === undefined ? [] : [{ path: lookup, position: positionAt([id, "lookup"]) }]),
      ...takes.map(({ from }, index) => ({ path: from, position: positionAt([id, "takes", index, "from"]) })),
    ];
    const wrong = named.filter(({ path }) => !paths.includes(path));
    return wrong.map(({ path, position }) => unknown(`path \`${path}\``, position, nearestHint(path, paths)));
  });
}

function unknown(what: string, position: Position | null, hint: string | null): Diagnostic {
  return diagnose("sandbox/invalid", `the contract has no ${what}`, position, hint);
}
