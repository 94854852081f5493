import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";

/**
 * A separate React root inside the static page. boot.ts finds it by name, hydrates it when the reader first reaches for
 * it, and reads its props from the script element right after it, if there are any.
 * The name is also the `identifierPrefix`, on both sides.
 */
export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  const markup = renderToString(<Component {...props} />, { identifierPrefix: name });
  // This JSON can't end its script element, and is also valid JavaScript.
  const json = JSON.stringify(props, asPlain).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return (
    <>
      <div data-island={name} dangerouslySetInnerHTML={{ __html: markup }} />
      {Object.keys(props).length > 0 && <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />}
    </>
  );
}

/** @throws TypeError for a value that JSON drops or changes. */
function asPlain(this: object, key: string, value: unknown): unknown {
  // `value` is already the result of `toJSON`.
  const original: unknown = Reflect.get(this, key);
  const isInstance =
    typeof original === "object" && original !== null && !plainPrototypes.has(Reflect.getPrototypeOf(original));
  if (isInstance || typeof original === "function" || typeof original === "symbol" || Number.isNaN(original))
    throw new TypeError(`the prop \`${key}\` of an island isn't JSON`);
  return value;
}

const plainPrototypes: ReadonlySet<object | null> = new Set([Object.prototype, Array.prototype, null]);

interface IslandProps<Props extends object> {
  readonly name: string;
  readonly component: ComponentType<Props>;
  /** Values that survive JSON; `{}` for no props. */
  readonly props: Props;
}
