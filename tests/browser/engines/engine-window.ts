/** A window of one of the readers' browser engines. It doesn't wait for what a page does later; use `expect.poll`. */
export interface EngineWindow extends AsyncDisposable {
  readonly go: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Types a text into whatever has the focus. */
  readonly type: (text: string) => Promise<void>;
  /** Presses keys together: letters, `Control`, `Tab` and `Enter`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Clicks at the first such element; fails if something covers it. */
  readonly click: (selector: string) => Promise<void>;
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The page on paper, as PDF. */
  readonly print: () => Promise<Buffer>;
}
