import type { Json } from "../../src/model/json.ts";

/** A short JSON value in a line of text; an amount in cents with its dollars beside it. */
export function JsonValue({ value, unit }: { readonly value: Json; readonly unit: string | null }) {
  return (
    <>
      <code>{typeof value === "string" && value !== "" ? value : JSON.stringify(value)}</code>
      {unit === "usd-cents" && typeof value === "number" && (
        <>
          {" "}
          <span className="money-usd">({dollars.format(value / 100)})</span>
        </>
      )}
    </>
  );
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
