import { SourceMap } from "node:module";

import { type AnyNode, parse, type Program } from "acorn";
import { stop, transform, type TransformResult } from "esbuild";

import { toSourceText } from "#read/source-text.ts";
import { LimitError, withinTime } from "#read/within-time.ts";
import { settingsSize } from "#settings/parse-settings.ts";
import { type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";

import { type Constants, constantsOf, Evaluator, nameOf } from "./evaluator.ts";

/*
 * Reads a module's exports without running it. acorn, which comes with the parser of MDX, parses it; esbuild, which the
 * package has anyway, removes types.
 */

/** A module's default export, as far as literals and constants say it. */
export interface ModuleValue {
  readonly value: Json;
  /** Positions of values that only running the module would give, by path: `themeConfig.footer.copyright`. */
  readonly unknown: ReadonlyMap<string, Position>;
  /** The position of a member or element; the file's start if it isn't written. */
  readonly positionOf: (holder: Json | undefined, key: string | number) => Position;
}

/**
 * Null if the text isn't JavaScript or TypeScript, or has no default export.
 * @throws LimitError if it's larger than settings are.
 */
export async function readModule(file: string, text: string, timeLimit = usualTime): Promise<ModuleValue | null> {
  if (text.length > settingsSize) throw new LimitError(`is larger than ${settingsSize / 1_000_000} MB`);
  const source = file.endsWith(".json") ? `export default ${text}` : text;
  const plain = toSourceText(file, source);
  const parsed = withinTime(timeLimit, () => parseProgram(source));
  const code = parsed === null ? await withoutTypes(source, timeLimit) : null;
  const program = code === null ? parsed : withinTime(timeLimit, () => parseProgram(code.code));
  const exported = program === null ? null : exportOf(program);
  if (program === null || exported === null) return null;
  const positionAt = code === null ? plain.positionAt : originalPositions(file, code);
  const evaluator = new Evaluator(constantsOf(program.body));
  const value = withinTime(timeLimit, () => evaluator.valueOf(exported, ""));
  if (value === undefined) return null;
  return {
    value,
    unknown: new Map(evaluator.unknown.toReversed().map(({ path, offset }) => [path, positionAt(offset)])),
    positionOf: (holder, key) => {
      const offsets = isObject(holder) || isList(holder) ? evaluator.keyOffsets.get(holder) : undefined;
      return positionAt(offsets?.get(key) ?? 0);
    },
  };
}

/** In milliseconds per step. */
const usualTime = 5_000;

/** esbuild recurses, and may need kilobytes per character. */
const maxTyped = 100_000;

async function withoutTypes(text: string, timeLimit: number): Promise<TransformResult | null> {
  if (text.length > maxTyped) throw new LimitError(`isn't JavaScript, and is larger than ${maxTyped / 1_000} kB`);
  const options = {
    loader: "tsx",
    jsx: "preserve",
    target: "esnext",
    logLevel: "silent",
    sourcemap: "external",
  } as const;
  const timeout = AbortSignal.timeout(timeLimit);
  const late = new Promise<null>((resolve) => timeout.addEventListener("abort", () => resolve(null)));
  const plain = await Promise.race([transform(text, options).catch(() => null), late]);
  if (!timeout.aborted) return plain;
  await stop();
  throw new LimitError(`takes longer than ${timeLimit / 1000} seconds to parse`);
}

function originalPositions(file: string, { code, map }: TransformResult): (offset: number) => Position {
  const plain = toSourceText(file, code);
  const original = new SourceMap(JSON.parse(map));
  return (offset) => {
    const { line, column } = plain.positionAt(offset);
    const entry = original.findEntry(line - 1, column - 1);
    return "originalLine" in entry
      ? { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
      : startOf(file);
  };
}

/** The constants of a page's statements. */
export function readConstants(code: string): Constants {
  return constantsOf(parseProgram(code)?.body ?? []);
}

/** The value of an expression of literals and constants in a page; undefined for any other. */
export function readExpression(text: string, constants: Constants = new Map()): Json | undefined {
  const program = parseProgram(`(${text}\n)`);
  const [statement] = program?.body ?? [];
  if (statement?.type !== "ExpressionStatement") return undefined;
  const evaluator = new Evaluator(constants);
  const value = evaluator.valueOf(statement.expression, "?");
  return evaluator.unknown.length > 0 ? undefined : value;
}

function parseProgram(code: string): Program | null {
  try {
    return parse(code, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

function exportOf({ body }: Program): AnyNode | null {
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration") return statement.declaration;
    if (statement.type === "ExportNamedDeclaration") {
      const found = statement.specifiers.find(
        ({ exported }) => exported.type === "Identifier" && exported.name === "default",
      );
      if (found !== undefined) return found.local;
    }
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue;
    const { left, right } = statement.expression;
    if (left.type === "MemberExpression" && /^(module\.exports|exports\.default)$/.test(nameOf(left))) return right;
  }
  return null;
}
