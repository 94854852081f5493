import { hydrateIsland } from "./hydrate-island.tsx";

/*
 * Hydrates a site's own islands. They're compiled with the site and import React from here, so that a page has only one
 * React.
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

/** Hydrates an island whose file the page's head names. */
export async function hydrate(island: HTMLElement): Promise<void> {
  const { dataset } = island;
  const name = dataset["island"] ?? "";
  const named = document.querySelector<HTMLElement>("[data-islands]")?.dataset["islands"] ?? "{}";
  const addresses: Readonly<Record<string, string>> = JSON.parse(named);
  const address = Object.hasOwn(addresses, name) ? addresses[name] : undefined;
  if (address === undefined) return;
  const module: { readonly default: unknown } = await import(address);
  // A second attempt during loading waits for the same file.
  if (!("hydrated" in dataset)) hydrateIsland(island, { [name]: module.default });
  dataset["hydrated"] = "";
}
