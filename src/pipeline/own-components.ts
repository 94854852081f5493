import type { Memory } from "#cache/memory.ts";
import type { OwnNames } from "#content/markdown/document-draft.ts";
import {
  importDirective,
  moduleOf,
  type OwnAttribute,
  type OwnDirective,
  ownFiles,
  parseAttributes,
} from "#content/own/own-directive.ts";
import { positionInStack, sourcesOf } from "#read/compiled-code.ts";
import { beginStep } from "#read/steps.ts";
import { placesOf } from "#render/overrides.ts";
import { compileTemplates } from "#render/templates.ts";
import {
  BuildError,
  diagnose,
  type Diagnostic,
  joinOutcomes,
  type Outcome,
  startOf,
} from "#shared/diagnostics/diagnostic.ts";

import { isTemplateSource, localeOfMachine, memoWhole, only } from "./load-theme.ts";

/** What a site's own templates add to its pages. */
interface OwnComponents {
  readonly directives: readonly OwnDirective[];
  readonly own: OwnNames;
}

interface ComponentSources {
  readonly root: string;
  readonly sources: ReadonlyMap<string, string>;
  /** Files whose text can't be read: their names still exist. */
  readonly unread: readonly string[];
}

/**
 * Loads the directives that a site defines in its templates. A directive with a fault becomes a finding, and the others
 * still work.
 */
export async function loadComponents(
  { root, sources, unread }: ComponentSources,
  memory: Memory,
): Promise<Outcome<OwnComponents>> {
  const named = [...sources.keys(), ...unread];
  const files = ownFiles("directives", named);
  const texts = files.size === 0 ? sources : only(sources, isTemplateSource);
  const places = files.size === 0 ? [] : placesOf(root);
  const locale = localeOfMachine();
  const loading = Array.from(files, async ([name, file]) => {
    if (!sources.has(file)) return { value: [{ ...withoutCode(name, file), locale }], diagnostics: [] };
    beginStep(file);
    const { value, diagnostics } = await memoWhole(memory)(`theme directive ${name}`, [file, texts, places], async () =>
      compileDirective(root, { name, file }, texts),
    );
    return { value: value === null ? [] : [{ ...value, locale }], diagnostics };
  });
  const { value, diagnostics } = joinOutcomes(await Promise.all(loading));
  const directives = value.flat();
  const names = directives.map(({ name }) => name);
  return {
    value: { directives, own: { directives: names, islands: [...ownFiles("islands", named).keys()] } },
    diagnostics,
  };
}

interface DirectiveFile {
  readonly name: string;
  readonly file: string;
}

type Described = Omit<OwnDirective, "locale">;

function withoutCode(name: string, file: string): Described {
  return { name, file, code: null, attributes: [], isPure: true };
}

function toResult(value: Described | null, diagnostics: readonly Diagnostic[], isWhole = true) {
  return { value: { value, diagnostics }, isWhole };
}

async function compileDirective(root: string, { name, file }: DirectiveFile, texts: ReadonlyMap<string, string>) {
  const fault = await nameFault(name);
  if (fault !== null)
    return toResult(null, [diagnose("template/invalid", fault, startOf(file), "give the file another name")]);
  try {
    const { value, isWhole } = await compileTemplates(root, texts, file.slice("templates/".length));
    const { code, isPure, exports } = value;
    const attributes = await readAttributes({ name, file }, code, exports);
    if ("code" in attributes) return toResult(withoutCode(name, file), [attributes], isWhole);
    return toResult({ name, file, code, attributes, isPure }, [], isWhole);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return toResult(withoutCode(name, file), error.diagnostics, false);
  }
}

async function nameFault(name: string): Promise<string | null> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    return `\`${name}\` can't be a directive's name: names have lowercase letters, digits and hyphens`;
  const { directiveNames } = await import("#content/directives.ts");
  return directiveNames.includes(name) ? `\`${name}\` is a directive of docs-build's` : null;
}

async function readAttributes(
  { name, file }: DirectiveFile,
  code: string,
  exports: readonly string[],
): Promise<readonly OwnAttribute[] | Diagnostic> {
  const component = "write export default function and the component that shows it";
  const invalid = (message: string, hint: string | null, position = startOf(file)) =>
    diagnose("template/invalid", message, position, hint);
  if (!exports.includes("default")) return invalid("the directive has no default export", component);
  try {
    const module = await importDirective(name, code);
    if (typeof module.default !== "function")
      return invalid("the directive's default export isn't a component", component);
    const attributes = parseAttributes(module.attributes);
    return typeof attributes === "string"
      ? invalid(attributes, 'write export const attributes = { amount: "number", "note?": "string" }')
      : attributes;
  } catch (error) {
    const place = error instanceof Error ? positionInStack(error, moduleOf(name), sourcesOf(code)) : null;
    const message = error instanceof Error ? error.message : String(error);
    return invalid(`the directive throws as it is loaded: ${message}`, null, place ?? undefined);
  }
}
