import { isWithin } from "#shared/conformance/check-scalar.ts";
import type { Limits } from "#shared/contract/keywords/limits.ts";
import { fromUnits, toUnits } from "#shared/json/arithmetic.ts";
import { type JsonNumber, toDouble } from "#shared/json/json.ts";

import { matchesOf, meets, type TextLengths } from "./make-match.ts";

interface TextRules {
  readonly format: string | null;
  readonly limits: Limits;
}

/** Texts that a schema allows, the plainest one first; none where its expression is out of reach. */
export function* textsOf(rules: TextRules, usual: string): Generator<string> {
  const { patterns = [] } = rules.limits;
  const fits = (text: string): boolean => patterns.every((pattern) => meets(text, pattern));
  const plain = plainText(rules, usual);
  const lengths = lengthsOf(rules.limits);
  if (fits(plain))
    for (const text of likeText(plain)) {
      const fitted = fitText(text, lengths);
      if (text === plain || fits(fitted)) yield fitted;
    }
  for (const pattern of patterns) for (const text of matchesOf(pattern, lengths)) if (fits(text)) yield text;
}

/** A text of the format and length, whatever the expression says. */
export function plainText({ format, limits }: TextRules, usual: string): string {
  return fitText(textByFormat.get(format ?? limits.contentEncoding ?? "") ?? usual, lengthsOf(limits));
}

function fitText(text: string, { least, most }: TextLengths): string {
  return text.slice(0, most).trimEnd().padEnd(least, "x");
}

function lengthsOf({ minLength, maxLength }: Limits): TextLengths {
  const least = Math.min(toDouble(minLength ?? 0), maxLeast);
  return { least, most: Math.max(toDouble(maxLength ?? Infinity), least) };
}

/** Nobody reads a longer example. */
const maxLeast = 1_000;

function* likeText(text: string): Generator<string> {
  yield text;
  for (const digit of ["1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
    yield text.replace(/\d(?=\D*$)/, digit);
    yield `${text}-${digit}`;
    yield `${text}${digit}`;
    yield text.replace("@", `${digit}@`);
    yield text.slice(0, -1) + digit;
  }
}

// prettier-ignore
const textByFormat: ReadonlyMap<string, string> = new Map([
  ["date-time", "2025-01-15T09:30:00Z"], ["date", "2025-01-15"], ["time", "09:30:00Z"], ["duration", "P1D"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000"], ["binary", "file"],
  ["byte", "ZXhhbXBsZQ=="], ["base64", "ZXhhbXBsZQ=="], ["base64url", "ZXhhbXBsZQ"],
  ["email", "name@example.com"], ["idn-email", "name@example.com"],
  ["uri", "https://example.com/"], ["iri", "https://example.com/"], ["url", "https://example.com/"],
  ["uri-reference", "/path"], ["iri-reference", "/path"], ["uri-template", "/path/{name}"],
  ["hostname", "example.com"], ["idn-hostname", "example.com"],
  ["ipv4", "192.0.2.1"], ["ipv6", "2001:db8::1"], ["cidr", "192.0.2.0/24"],
  ["json-pointer", "/name"], ["relative-json-pointer", "0/name"], ["regex", "^text$"], ["decimal", "1.00"],
  ...["int32", "int64", "uint32", "uint64", "float", "double", "number", "integer"].map((name) => [name, "1"] as const),
]);

/**
 * Numbers within the limits: the least one, or one step where that is below zero, as it's most often what a machine can
 * count to. Whole units keep decimals exact: 0.3 is three steps of 0.1.
 */
export function* numbersOf(limits: Limits): Generator<JsonNumber> {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = limits;
  const [smallest, largest] = [above ?? minimum, below ?? maximum];
  const scaled = toUnits([multipleOf ?? 1, smallest ?? 0, largest ?? 0]);
  if (scaled === null) return void (yield smallest ?? largest ?? 1);
  const {
    exponent,
    units: [stated = 1n, low = 0n, high = 0n],
  } = scaled;
  const step = stated > 0n ? stated : 1n;
  const isOpen = smallest === undefined || low < 0n;
  const first = isOpen ? step : roundUp(low, step);
  const further = Array.from({ length: maxFurther }, (_, index) => BigInt(index) * step);
  const upward = further.map((by) => first + by);
  const downward = further.map((by) => roundUp(high - step + 1n, step) - by);
  for (const units of new Set([...upward, 0n, ...downward, roundUp(low, step)])) {
    const number = fromUnits(units, exponent);
    if (isWithin(number, limits)) yield number;
  }
  if (multipleOf === undefined && smallest !== undefined && largest !== undefined)
    yield fromUnits((low + high) * 5n, exponent - 1);
  yield fromUnits(first, exponent);
}

const maxFurther = 64;

function roundUp(number: bigint, step: bigint): bigint {
  const over = ((number % step) + step) % step;
  return over === 0n ? number : number + step - over;
}

/** The field that holds a text: a member of that name, of an object that is called so. Null where nobody says. */
export interface TextField {
  readonly name: string | null;
  readonly owner: string | null;
}

/** What readers expect of a member of that name: `ver_1` for the `id` of a version. Else the words of the name, if it has any. */
export function textByName({ name, owner }: TextField): string | null {
  const words = toSnakeCase(name ?? "");
  if (words.length < 3 && words !== "id") return null;
  const id = /^(?:(.+)_)?ids?$/.exec(words);
  if (id !== null) return `${(id[1] ?? toSnakeCase(owner ?? "id")).slice(0, 3)}_1`;
  if (/^(?:display_|full_)?(?:name|title)$/.test(words)) return `Example ${spoken(toSnakeCase(owner ?? words))}`;
  return usual.find(([ending]) => ending.test(words))?.[1] ?? spoken(words);
}

/** The name of one of several: each of `versions` is a version. */
export function singular(name: string | null): string | null {
  return name && name.replace(/ies$/, "y").replace(/([^su])s$/, "$1");
}

function toSnakeCase(name: string): string {
  const split = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[^A-Za-z\d]+/g, "_");
  return split.toLowerCase().replace(/^_+|_+$/g, "");
}

function spoken(words: string): string {
  return words.replaceAll("_", " ");
}

/** The first ending that fits; hosts, addresses and numbers are those that are reserved for examples. */
const usual: readonly (readonly [ending: RegExp, text: string])[] = [
  [/(?:^|_)e?mail(?:_address)?$/, "name@example.com"],
  [/(?:^|_)(?:avatar|image|img|photo|picture|logo|icon)(?:_ur[il])?$/, "https://example.com/image.png"],
  [/(?:^|_)(?:ur[il]|href|link|website|homepage|webhook)$/, "https://example.com/"],
  [/(?:^|_)(?:uuid|guid)$/, "123e4567-e89b-12d3-a456-426614174000"],
  [/_at$|(?:^|_)(?:timestamp|datetime)$/, "2025-01-15T09:30:00Z"],
  [/(?:^|_)(?:date|birthday)$|_on$/, "2025-01-15"],
  [/(?:^|_)(?:phone|mobile|fax)(?:_number)?$/, "+12025550142"],
  [/(?:^|_)(?:user_?name|login|handle|nickname|first_name|given_name)$/, "ada"],
  [/(?:^|_)country(?:_code)?$/, "US"],
  [/(?:^|_)currency(?:_code)?$/, "USD"],
  [/(?:^|_)(?:language|locale|lang)(?:_code)?$/, "en"],
  [/(?:^|_)time_?zone$/, "UTC"],
  [/(?:^|_)(?:city|town)$/, "Springfield"],
  [/(?:^|_)(?:zip|postal)(?:_?code)?$/, "12345"],
  [/(?:^|_)street(?:_address)?$/, "1 Main Street"],
  [/(?:^|_)version$/, "1.0.0"],
  [/(?:^|_)colou?r$/, "#336699"],
  [/(?:^|_)file_?name$/, "file.txt"],
  [/(?:^|_)(?:mime|content|media)_type$/, "text/plain"],
  [/(?:^|_)ip(?:_address)?$/, "192.0.2.1"],
  [/(?:^|_)(?:host(?:name)?|domain)$/, "example.com"],
  [/(?:^|_)(?:amount|price|balance|cost)$/, "1.00"],
  [/^(?:current_)?page(?:_(?:number|num|no|index|size|limit))?$|^(?:per_page|limit|offset|skip|take)$/, "1"],
];
