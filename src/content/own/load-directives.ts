import type { ReactNode } from "react";

import { addressOfCode, positionInStack, sourcesOf } from "#read/compiled-code.ts";
import type { Position } from "#shared/diagnostics/diagnostic.ts";

import type { OwnDirective } from "./own-directive.ts";

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
