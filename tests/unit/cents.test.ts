import { expect, test } from "vitest";

import { toCents, toDollars } from "#shared/json/cents.ts";

test("cents and dollars are converted without rounding", () => {
  const cents = ["0", "1", "99", "100", "240000", "-500", "123456789012345678901", "1234.5", "0.5", "abc", ""];
  expect(cents.map((text) => `${text} = ${toDollars(text)}`).join("\n")).toMatchInlineSnapshot(`
    "0 = $0.00
    1 = $0.01
    99 = $0.99
    100 = $1.00
    240000 = $2,400.00
    -500 = -$5.00
    123456789012345678901 = $1,234,567,890,123,456,789.01
    1234.5 = $12.345
    0.5 = $0.005
    abc = null
     = null"
  `);
  // prettier-ignore
  const dollars = [
    "0", "1", ".5", "5.", "2400", "$2,400.00", "2,400.5", "-5", "-$5", "$-5", "12.345", "0.005", "1,23", "$", "",
    ".", "1e3",
  ];
  expect(dollars.map((text) => `${text} = ${toCents(text)}`).join("\n")).toMatchInlineSnapshot(`
    "0 = 0
    1 = 100
    .5 = 50
    5. = 500
    2400 = 240000
    $2,400.00 = 240000
    2,400.5 = 240050
    -5 = -500
    -$5 = -500
    $-5 = -500
    12.345 = 1234.5
    0.005 = 0.5
    1,23 = null
    $ = null
     = null
    . = null
    1e3 = null"
  `);
});
