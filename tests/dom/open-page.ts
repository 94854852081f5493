import { configure, fireEvent, waitFor } from "@testing-library/dom";
import { GlobalWindow } from "happy-dom";
import type { Root } from "react-dom/client";
import { vi } from "vitest";
import { populateGlobal } from "vitest/runtime";

import { inlineWorkers } from "./inline-worker.ts";

/** A page in a window without a screen. Node's globals are the window's until the next page is opened. */
export interface OpenPage extends Disposable {
  /** The errors that its script printed. */
  readonly faults: () => readonly string[];
  /** Reloads the page in the same tab: the storages survive, and everything else is reset. */
  readonly reload: () => Promise<void>;
}

interface PageOptions {
  readonly address: string;
  readonly html: string;
  readonly width?: number;
  /** What the browser stored in earlier visits. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Further globals for the script: the workers' addresses, which the compiler inserts. */
  readonly globals?: Readonly<Record<string, string>>;
}

// The page's HTML in a failure doesn't help. Tests check what is hidden where it matters.
configure({
  asyncUtilTimeout: 30_000,
  defaultHidden: true,
  getElementError: (message) => new Error(message?.split("\n", 1)[0]),
});

/** Opens a page as a new reader, with the script that the site's pages load. */
export async function openPage(options: PageOptions): Promise<OpenPage> {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let window = fillWindow(options);
  for (const [key, value] of Object.entries(options.storage ?? {})) localStorage.setItem(key, value);
  let end = await runScript();
  return {
    faults: () => complaints.mock.calls.map((words) => words.join(" ")),
    async reload() {
      const storages = [Object.entries(sessionStorage), Object.entries(localStorage)] as const;
      const address = location.href;
      end();
      window[Symbol.dispose]();
      window = fillWindow({ ...options, address });
      for (const [storage, entries] of [
        [sessionStorage, storages[0]],
        [localStorage, storages[1]],
      ] as const)
        for (const [key, value] of entries) storage.setItem(key, value);
      end = await runScript();
    },
    [Symbol.dispose]() {
      end();
      window[Symbol.dispose]();
      complaints.mockRestore();
    },
  };
}

/** Node has these globals too, but different ones: pages get the window's. */
const ofWindows =
  "fetch Request Response Headers AbortController AbortSignal URL URLSearchParams FormData Blob File DOMException".split(
    " ",
  );

function fillWindow({ address, html, width = 1440, globals = {} }: PageOptions): Disposable {
  const window = new GlobalWindow({ url: address, width, height: 900 });
  // Without it, React treats the window as a browser of 2010 without input events.
  Object.assign(window.document, { oninput: null });
  // Globals that the page uses and this window lacks.
  Object.assign(window, { ...globals, PerformanceNavigationTiming: PerformanceEntry });
  window.document.write(html);
  const { keys, originals } = populateGlobal(globalThis, window, { bindFunctions: true, additionalKeys: ofWindows });
  Object.assign(globalThis, { Worker: inlineWorkers() });
  return {
    [Symbol.dispose]() {
      for (const key of keys) Reflect.deleteProperty(globalThis, key);
      for (const [key, value] of originals) Object.assign(globalThis, { [key]: value });
      Reflect.deleteProperty(globalThis, "Worker");
      window.close();
    },
  };
}

/** Runs a page's script with fresh modules. Returns a function that ends it. */
async function runScript(): Promise<() => void> {
  vi.resetModules();
  const roots: Root[] = [];
  vi.doMock(import("react-dom/client"), async (importOriginal) => {
    const original = await importOriginal();
    const hydrateRoot: typeof original.hydrateRoot = (...island) => {
      const root = original.hydrateRoot(...island);
      roots.push(root);
      return root;
    };
    return { ...original, hydrateRoot };
  });
  await import("#client/inline.ts");
  await import("#client/boot.ts");
  return () => {
    for (const root of roots) root.unmount();
  };
}

export async function click(element: Element): Promise<void> {
  fireEvent.click(element);
  await settle();
}

/** Replaces a field's text. */
export async function fill(field: HTMLElement, value: string): Promise<void> {
  field.focus();
  fireEvent.input(field, { target: { value } });
  await shown(() => valueOf(field) === value);
}

/** Chooses an option by its words, or by how they begin. */
export async function choose(list: HTMLElement, words: string): Promise<void> {
  const options = [...list.querySelectorAll("option")];
  const option =
    options.find(({ textContent }) => textContent === words) ??
    options.find(({ textContent }) => textContent?.startsWith(words));
  if (option === undefined) throw new Error(`${words} is none of ${options.map((one) => one.textContent).join(", ")}`);
  fireEvent.change(list, { target: { value: option.value } });
  await shown(() => valueOf(list) === option.value);
}

/** The value of a field. */
export function valueOf(field: HTMLElement): string {
  const isField =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  return isField ? field.value : "";
}

/** A field shows its old value until React has handled the change. */
async function shown(isNew: () => boolean): Promise<void> {
  await waitFor(() => {
    if (!isNew()) throw new Error("the field does not take the value");
  });
  await settle();
}

/** Lets React render what an event has changed. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
