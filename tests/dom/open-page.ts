import { configure, fireEvent, waitFor } from "@testing-library/dom";
import { GlobalWindow } from "happy-dom";
import type { Root } from "react-dom/client";
import { vi } from "vitest";
import { populateGlobal } from "vitest/runtime";

import { inlineWorkers } from "./inline-worker.ts";

/** A page in a window without a screen: Node's globals are those of the window, until the next one is opened. */
export interface OpenPage extends Disposable {
  /** What its script has complained of. */
  readonly faults: () => readonly string[];
  /** Reads the same page again in the same tab: what the tab and the browser keep stays, all else is forgotten. */
  readonly reload: () => Promise<void>;
}

interface PageOptions {
  readonly address: string;
  readonly html: string;
  readonly width?: number;
  /** What the browser remembers from earlier visits. */
  readonly storage?: Readonly<Record<string, string>>;
  /** What else its script finds: the addresses of workers, which the compiler writes in. */
  readonly globals?: Readonly<Record<string, string>>;
}

// What a failed test prints of the page helps nobody. What hides is asked for where it matters.
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

/** What browsers have and Node has as well, in another way: pages get the window's. */
const ofWindows =
  "fetch Request Response Headers AbortController AbortSignal URL URLSearchParams FormData Blob File DOMException".split(
    " ",
  );

function fillWindow({ address, html, width = 1440, globals = {} }: PageOptions): Disposable {
  const window = new GlobalWindow({ url: address, width, height: 900 });
  // Without it React takes the window for a browser of 2010, whose inputs say nothing of what is typed.
  Object.assign(window.document, { oninput: null });
  // What a page asks for, and this window lacks.
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

/** A page's script knows nothing of the page before. Returns what ends it. */
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

/** Types a text in the place of what stands in a field. */
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

/** What stands in a field. */
export function valueOf(field: HTMLElement): string {
  const isField =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  return isField ? field.value : "";
}

/** A field shows its old value until React has heard of the new one. */
async function shown(isNew: () => boolean): Promise<void> {
  await waitFor(() => {
    if (!isNew()) throw new Error("the field does not take the value");
  });
  await settle();
}

/** Lets React show what an event has changed. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
