/** A window of one of the engines that readers have. It waits for nothing that a page does later: `expect.poll` does. */
export interface EngineWindow extends AsyncDisposable {
  readonly go: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Types a text, wherever the focus is. */
  readonly type: (text: string) => Promise<void>;
  /** Presses keys together: letters, `Control`, `Tab` and `Enter`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Clicks where the first such element is; fails when something else is above it. */
  readonly click: (selector: string) => Promise<void>;
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The page on paper, as PDF. */
  readonly print: () => Promise<Buffer>;
}
