import type { Json } from "../../src/model/json.ts";
import type { EnumValue } from "../../src/model/schema.ts";
import { Markup } from "../markup.tsx";

/** Every allowed value. With script a click copies one; without it they are text. */
export function EnumValues({ values }: { readonly values: readonly EnumValue[] }) {
  if (values.length === 0) return null;
  if (values.every(({ meaning }) => meaning === null)) {
    return (
      <p className="values">
        {values.map(({ value }) => (
          <CopyValue key={toText(value)} value={value} />
        ))}
      </p>
    );
  }
  return (
    <dl className="values-with-meaning">
      {values.map(({ value, meaning }) => (
        <div key={toText(value)}>
          <dt>
            <CopyValue value={value} />
          </dt>
          <dd>{meaning === null ? "–" : <Markup as="span" html={meaning} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function CopyValue({ value }: { readonly value: Json }) {
  const text = toText(value);
  return (
    <button className="copy-value" data-copy={text} title="Copy">
      {text}
    </button>
  );
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
