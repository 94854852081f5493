import { compileFunction } from "node:vm";

/** A page's class of workers whose work is done in this process: they can't be ended, all else is as in their own. */
export function inlineWorkers(): object {
  // Of the window that is open now, as those who listen to it are.
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

    /** What breaks in a worker is told to its page, which would wait forever. */
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
      // Nobody listens any more.
    }
  };
}
