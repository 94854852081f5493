import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { diagnose } from "../../model/diagnostic.ts";
import type { Draft } from "../draft.ts";
import type { Render } from "../placeholder.ts";
import { unknown } from "./contract-index.ts";
import { withContract } from "./with-contract.ts";
import { valueText } from "./value-text.ts";

/** `:value[InvoiceStatus.PAID]`: a value of an enum, checked, printed as code. */
export function enumValue(node: TextDirective, draft: Draft): Render {
  return withContract(node, draft, ({ index, report, use }) => {
    const [, schemaName = "", value = ""] = /^([^.]*)\.(.*)$/s.exec(toString(node)) ?? [];
    const named = index.schema(schemaName);
    if ("message" in named) return report(named);
    const values = index.resolve(named.schema).enum.map(({ value: entry }) => valueText(entry));
    if (!values.includes(value)) return report(unknown(`value of ${schemaName}`, value, values));
    use("value", `${schemaName}.${value}`);
    return () => [h("code.value", value)];
  });
}

/** `:cents[240000]`: an amount of money in cents with its dollars beside it, computed: `240000 ($2,400.00)`. */
export function cents(node: TextDirective, draft: Draft): Render {
  const text = toString(node).trim();
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const position = draft.lines.positionOf(node);
    const hint = "write whole cents, digits only, as in :cents[240000]";
    draft.diagnostics.push(diagnose("sample/invalid", `\`${text}\` is not an amount in cents`, position, hint));
  }
  return () => [h("span.money", [text, " ", h("span.money-usd", `(${toDollars(text)})`)])];
}

/** Cents as US dollars, exactly: `240000` is `$2,400.00`. Digits only; no floating point. */
function toDollars(amount: string): string {
  const digits = amount.replace("-", "").padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount.startsWith("-") ? "-" : ""}$${dollars}.${digits.slice(-2)}`;
}
