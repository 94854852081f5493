import { type Json, memberOf } from "#shared/json/json.ts";

/** What the parser says, and of what. */
export interface ParserFinding {
  readonly message: string;
  /** The member or element that it marks; undefined for the document. */
  readonly key: string | number | undefined;
  readonly value: Json | undefined;
}

/**
 * A finding of the parser in words about the document. It speaks of its JSON Schema (`must NOT be valid`), and of the
 * alternatives there it tells one that may not be the one that was meant; then only the place is worth telling.
 */
export function tellFinding({ message, key, value }: ParserFinding, family: string): string {
  const [sentence = message] = message.split("\n\n");
  const text = sentence
    .replace(/^[A-Z][A-Z ]+(?= [a-z])\s*/, "")
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
  if (text.startsWith("`")) return text;
  const name = key === undefined ? "the document" : typeof key === "number" ? `element ${key}` : `\`${key}\``;
  const pair = rivals.find((members) => members.every((member) => memberOf(value, member) !== undefined));
  if (pair) return `${pair.map((member) => `\`${member}\``).join(" and ")} stand together; one of them is enough`;
  if (key === undefined) return "the document has none of `paths`, `webhooks` and `components`";
  for (const [pattern, tell] of rules) {
    const match = pattern.exec(text);
    if (match) return `${name} ${tell(match[1] ?? family)}`;
  }
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty ? `${name} is empty` : `${name} is not as ${family} has it`;
}

/** Members that exclude each other. */
const rivals = [
  ["identifier", "url"],
  ["schema", "content"],
  ["example", "examples"],
  ["operationId", "operationRef"],
  ["value", "externalValue"],
] as const;

const rules: readonly (readonly [RegExp, (detail: string) => string])[] = [
  [/^must NOT have (?:additional|unevaluated) properties/, (family) => `has no meaning in ${family}`],
  [/is not expected to be here/, (family) => `has no meaning in ${family}`],
  [/^must be equal to one of the allowed values \((.*)\)/, (values) => `must be one of ${values}`],
  [/^must NOT have fewer than 1 /, () => "is empty"],
  [/^must NOT have duplicate items/, () => "holds the same twice"],
  [/^must be ([<>]=? .*)/, (bound) => `must be ${bound}`],
  [/^must match pattern "\^\[a-zA-Z0-9\._-\]\+\$"/, () => "may only hold A to Z, a to z, 0 to 9, `.`, `-` and `_`"],
  [/^must match pattern "\^\\?\/"/, () => "must begin with /"],
  [/^must match pattern "\^\[\^\{\}\/ :/, () => "is a host's name alone, without scheme and path"],
  [/^must match pattern "(.*)"$/, (pattern) => `is not written as it must be: ${pattern}`],
  [/^must match format "(.*)"/, (format) => `is not written as ${/^[aeiou]/.test(format) ? "an" : "a"} ${format}`],
  [/^must be (string|number|integer|boolean|array|object|null)\b/, (type) => `must be ${titles[type] ?? type}`],
];

const titles: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
