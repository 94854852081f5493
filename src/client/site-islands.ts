import { hydrateIsland } from "./hydrate-island.tsx";

/*
 * The islands of a site's own. They are compiled with the site, and import their React from here: a page has one, whoever
 * made its islands.
 */

export {
  Children,
  Component,
  Fragment,
  Profiler,
  PureComponent,
  StrictMode,
  Suspense,
  cloneElement,
  createContext,
  createElement,
  createRef,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  startTransition,
  use,
  useActionState,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from "react";
export { jsx, jsxs } from "react/jsx-runtime";
export { createPortal, flushSync } from "react-dom";

/** Hydrates an island of the site's own, of which the page's head names the file. */
export async function hydrate(island: HTMLElement): Promise<void> {
  const { dataset } = island;
  const name = dataset["island"] ?? "";
  const named = document.querySelector<HTMLElement>("[data-islands]")?.dataset["islands"] ?? "{}";
  const addresses: Readonly<Record<string, string>> = JSON.parse(named);
  const address = Object.hasOwn(addresses, name) ? addresses[name] : undefined;
  if (address === undefined) return;
  const module: { readonly default: unknown } = await import(address);
  // Whoever reached for it again has waited for the same file.
  if (!("hydrated" in dataset)) hydrateIsland(island, { [name]: module.default });
  dataset["hydrated"] = "";
}
