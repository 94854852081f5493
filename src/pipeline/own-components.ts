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
import { type Compiled, namedFolders } from "#render/overrides.ts";
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
import type { ReadSources } from "./parse-sources.ts";

/** What a site's own templates add to its pages. */
interface OwnComponents {
  readonly directives: readonly OwnDirective[];
  readonly own: OwnNames;
}

/**
 * Loads the directives that a site defines in its templates. A directive with a fault becomes a finding, and the others
 * still work.
 */
export async function loadComponents(
  root: string,
  { theme: sources, unread }: ReadSources,
  memory: Memory,
): Promise<Outcome<OwnComponents>> {
  // The names of files whose text can't be read still exist.
  const named = [...sources.keys(), ...unread];
  const files = ownFiles("directives", named);
  const texts = files.size === 0 ? sources : only(sources, isTemplateSource);
  const folders = files.size === 0 ? [] : namedFolders(root);
  const locale = localeOfMachine();
  const loading = Array.from(files, async ([name, file]) => {
    const withoutCode: Described = { name, file, code: null, attributes: [], isPure: true };
    if (!sources.has(file)) return { value: [{ ...withoutCode, locale }], diagnostics: [] };
    beginStep(file);
    const { value, diagnostics } = await memoWhole(memory)(
      `theme directive ${name}`,
      [file, texts, folders],
      async () => compileDirective(root, withoutCode, texts),
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

type Described = Omit<OwnDirective, "locale">;

async function compileDirective(
  root: string,
  withoutCode: Described,
  texts: ReadonlyMap<string, string>,
): Promise<Compiled<Outcome<Described | null>>> {
  const { name, file } = withoutCode;
  const fault = await nameFault(name);
  if (fault !== null) {
    const finding = diagnose("template/invalid", fault, startOf(file), "give the file another name");
    return { value: { value: null, diagnostics: [finding] }, isWhole: true };
  }
  try {
    const { value: compiled, isWhole } = await compileTemplates(root, texts, file.slice("templates/".length));
    const { code, isPure, exports } = compiled;
    const attributes = await readAttributes(withoutCode, code, exports);
    if ("code" in attributes) return { value: { value: withoutCode, diagnostics: [attributes] }, isWhole };
    return { value: { value: { name, file, code, attributes, isPure }, diagnostics: [] }, isWhole };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return { value: { value: withoutCode, diagnostics: error.diagnostics }, isWhole: false };
  }
}

async function nameFault(name: string): Promise<string | null> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    return `\`${name}\` can't be a directive's name: names have lowercase letters, digits and hyphens`;
  const { directiveNames } = await import("#content/directives.ts");
  return directiveNames.includes(name) ? `\`${name}\` is a directive of docs-build's` : null;
}

async function readAttributes(
  { name, file }: Described,
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
    const position = error instanceof Error ? positionInStack(error, moduleOf(name), sourcesOf(code)) : null;
    const message = error instanceof Error ? error.message : String(error);
    return invalid(`the directive throws as it is loaded: ${message}`, null, position ?? undefined);
  }
}
