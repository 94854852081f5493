import { type ComponentType, createElement } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

import { CrashBoundary } from "./crash-boundary.tsx";

/** Hydrates an island's server markup with the component of its name and the props that stand beside it as JSON. */
export function hydrateIsland(island: HTMLElement, components: object): void {
  const name = island.dataset["island"] ?? "";
  const component = new Map<string, unknown>(Object.entries(components)).get(name);
  if (!isComponent(component)) return;
  flushSync(() => {
    const content = createElement(component, propsOf(island));
    hydrateRoot(island, createElement(CrashBoundary, null, content), { identifierPrefix: name });
  });
}

function isComponent(value: unknown): value is ComponentType<object> {
  return typeof value === "function";
}

function propsOf(island: HTMLElement): object {
  const script = island.nextElementSibling;
  if (!(script instanceof HTMLScriptElement) || script.type !== "application/json") return {};
  const props: unknown = JSON.parse(script.textContent ?? "{}");
  return typeof props === "object" && props !== null ? props : {};
}
