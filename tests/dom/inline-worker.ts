import { compileFunction } from "node:vm";

/** The class of a page's workers, which run in this process. They can't be terminated; otherwise they work as usual. */
export function inlineWorkers(): object {
  // The base class is the open window's, as are its listeners.
  return class extends EventTarget {
    readonly #inside = new EventTarget();
    readonly #started: Promise<void>;

    constructor(source: URL) {
      super();
      this.#started = this.#start(source);
    }

    async #start(source: URL): Promise<void> {
      const script = await (await fetch(source)).text();
      const post = (data: unknown) => this.dispatchEvent(new MessageEvent("message", { data }));
      const run = compileFunction(script, ["addEventListener", "postMessage"]);
      const listen = (type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) =>
        this.#inside.addEventListener(type, (event) => this.#attempt(() => listener(event)), options);
      this.#attempt(() => Reflect.apply(run, undefined, [listen, post]));
    }

    /** Reports a worker's error to its page, which would wait forever otherwise. */
    #attempt(action: () => unknown): void {
      try {
        action();
      } catch (error) {
        this.dispatchEvent(new ErrorEvent("error", { message: String(error) }));
      }
    }

    postMessage(message: unknown): void {
      const data = structuredClone(message);
      void this.#started.then(() => this.#inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate(): void {
      // The page has stopped listening.
    }
  };
}
