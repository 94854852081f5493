import type { ReactNode } from "react";

import { addressOfCode, positionInStack, sourcesOf } from "#read/compiled-code.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";

/** A directive that a site's own template makes, as plain data. */
export interface OwnDirective {
  readonly name: string;
  /** `templates/directives/rate-card.tsx` */
  readonly file: string;
  /** The compiled module; null for a file with a fault, which has its own finding. */
  readonly code: string | null;
  readonly attributes: readonly OwnAttribute[];
  /** A pure directive's output depends on nothing but its code and props. */
  readonly isPure: boolean;
  readonly locale: string;
}

export interface OwnAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly isRequired: boolean;
}

/** A list holds the words that the attribute may have. */
type AttributeType = (typeof plainTypes)[number] | readonly string[];

const plainTypes = ["string", "number", "boolean"] as const;

/** The files of the site's own directives or islands, by name. */
export function ownFiles(folder: "directives" | "islands", paths: Iterable<string>): ReadonlyMap<string, string> {
  const prefix = `templates/${folder}/`;
  const own = [...paths].filter((path) => path.startsWith(prefix) && path.endsWith(".tsx"));
  const named = own.map((path) => [path.slice(prefix.length, -".tsx".length), path] as const);
  return new Map(named.filter(([name]) => !name.includes("/")));
}

export function directivesNamedIn<T extends Pick<OwnDirective, "name">>(
  texts: readonly string[],
  directives: readonly T[],
): readonly T[] {
  return directives.filter(({ name }) => texts.some((text) => text.includes(`:${name}`)));
}

/** Reads a module's `attributes`, `{ amount: "number", "note?": "string", tone: ["calm", "loud"] }`; returns a fault as text. */
export function parseAttributes(exported: unknown): readonly OwnAttribute[] | string {
  if (exported === undefined) return [];
  if (typeof exported !== "object" || exported === null || Array.isArray(exported))
    return "`attributes` isn't an object";
  const parsed = Object.entries(exported).map(([key, type]) => parseAttribute(key, type));
  return parsed.find((entry) => typeof entry === "string") ?? parsed.filter((entry) => typeof entry !== "string");
}

function parseAttribute(key: string, written: unknown): OwnAttribute | string {
  const [, name, mark] = /^([a-z][\w-]*)(\??)$/i.exec(key) ?? [];
  if (name === undefined) return `\`${key}\` can't be the name of an attribute`;
  if (name === "children" || name === "label") return `the attribute \`${name}\` is taken: it's a directive's content`;
  if (name === "key") return "the attribute `key` is taken: React keeps it to itself";
  const type = parseType(written);
  if (type === null) return `the attribute \`${name}\` is neither "string", "number", "boolean" nor a list of words`;
  // An absent boolean is false.
  return { name, type, isRequired: mark !== "?" && type !== "boolean" };
}

function parseType(written: unknown): AttributeType | null {
  if (!Array.isArray(written)) return plainTypes.find((type) => type === written) ?? null;
  const words: readonly unknown[] = written;
  const own = words.filter((word) => typeof word === "string");
  return own.length > 0 && own.length === words.length ? own : null;
}

export interface LoadedDirective {
  readonly directive: OwnDirective;
  /** Its HTML; null for a directive whose file has a fault. */
  readonly render: ((props: object, hasChildren: boolean) => string) | null;
  /** The position of an error in the site's files. */
  readonly positionOf: (error: Error) => Position | null;
}

/** A component gets this element as its children, and its output shows where they belong. */
export const slotTag = "docs-children";

export async function loadDirectives(
  directives: Iterable<OwnDirective>,
): Promise<ReadonlyMap<string, LoadedDirective>> {
  const loaded = Array.from(directives, async (directive) => [directive.name, await load(directive)] as const);
  return new Map(await Promise.all(loaded));
}

async function load(directive: OwnDirective): Promise<LoadedDirective> {
  const { name, code } = directive;
  if (code === null) return { directive, render: null, positionOf: () => null };
  const [{ createElement }, { renderToStaticMarkup }, { default: Component }] = await Promise.all([
    import("react"),
    import("react-dom/server"),
    importDirective(name, code),
  ]);
  return {
    directive,
    render: (props, hasChildren) => {
      const children = hasChildren ? { children: createElement(slotTag) } : {};
      return renderToStaticMarkup(createElement(Component, { ...props, ...children }));
    },
    positionOf: (error) => positionInStack(error, moduleOf(name), sourcesOf(code)),
  };
}

interface DirectiveModule {
  readonly default: (props: object) => ReactNode;
  readonly attributes?: unknown;
}

/** Loads a compiled directive; its errors are its author's to fix. */
export async function importDirective(name: string, code: string): Promise<DirectiveModule> {
  const module: DirectiveModule = await import(addressOfCode(code, moduleOf(name)));
  return module;
}

/** The module's name in a stack. */
export function moduleOf(name: string): string {
  return `directive-${name}`;
}
