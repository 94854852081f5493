/** A number of cents, as digits, in US dollars, exactly: `240000` to `$2,400.00`. Null when it isn't a number. */
export function toDollars(cents: string): string | null {
  const shifted = shiftPoint(cents, -2);
  if (shifted === null) return null;
  const [whole = "", fraction = ""] = shifted.replace("-", "").split(".");
  const sign = shifted.startsWith("-") ? "-" : "";
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.padEnd(2, "0")}`;
}

/** An amount in dollars as people write it, as digits of cents: `$2,400.5` to `240050`, `0.005` to `0.5`. Null when it isn't an amount. */
export function toCents(dollars: string): string | null {
  const match = /^(-?)\s*\$?\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?$/.exec(dollars.trim());
  const [, before = "", after = "", whole = "", fraction = ""] = match ?? [];
  if (match === null || (whole === "" && fraction.length < 2) || (before !== "" && after !== "")) return null;
  return shiftPoint(`${before}${after}${whole.replaceAll(",", "") || "0"}${fraction.length > 1 ? fraction : ""}`, 2);
}

/** Moves the digits one by one, because binary fractions would round. */
function shiftPoint(text: string, by: number): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = whole + fraction;
  const point = whole.length + by;
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const place = Math.max(point, 1);
  const number = `${padded.slice(0, place).replace(/^0+(?=\d)/, "")}.${padded.slice(place)}`;
  return sign + number.replace(/\.?0*$/, "");
}
