import type { EnumValue, Json } from "../../src/model/contract.ts";
import { Markup } from "../markup.tsx";

/** Every allowed value. With script a click copies one; without it they are text. */
export function EnumValues({ values }: { readonly values: readonly EnumValue[] }) {
  if (values.length === 0) return null;
  if (values.every(({ meaning }) => meaning === null)) {
    return (
      <div className="enum" role="group" aria-label="Values, press one to copy it">
        {values.map(({ value }, index) => (
          <CopyValue key={index} value={value} />
        ))}
      </div>
    );
  }
  return (
    <dl className="enum-meanings">
      {values.map(({ value, meaning }, index) => (
        <div key={index}>
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
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <button className="copy-value" data-copy={text}>
      {text}
    </button>
  );
}
