import { array, assert, constantFrom, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";

import {
  editNode,
  fromJson,
  isExact,
  type JsonNode,
  printCompactJson,
  printJson,
  toJson,
} from "#client/explorer/json/json-node.ts";
import { parseNode } from "#client/explorer/json/parse-node.ts";
import { toJsonText } from "#shared/json/json.ts";

function parsed(text: string): JsonNode {
  const result = parseNode(text);
  if (result.kind === "fault") throw new Error(result.message);
  return result;
}

function faultOf(text: string): string {
  const result = parseNode(text);
  return result.kind === "fault" ? `${result.line}:${result.column} ${result.message}` : "no fault";
}

test("every JSON value survives parsing and printing, as with JSON.parse and JSON.stringify", () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2);
      expect(printJson(parsed(text))).toBe(text);
      expect(toJsonText(toJson(parsed(text)))).toBe(JSON.stringify(JSON.parse(text)));
      expect(toJsonText(toJson(fromJson(JSON.parse(text))))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { examples: [[{ whole: 9007199254740992 }]] },
  );
});

test("a text is JSON exactly if JSON.parse accepts it", () => {
  // prettier-ignore
  const pieces = [
    "{", "}", "[", "]", ",", ":", '"a"', "1", "-", "0", ".5", "e3", "true", "null", " ", "\n", '"', "\\", "\u007f",
    "\t", "/*", "*/",
  ];
  assert(
    property(array(constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      expect(parseNode(text).kind !== "fault", JSON.stringify(text)).toBe(isJson(text));
    }),
    { numRuns: 3000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("numbers of 64 bits and repeated names stay as they are written", () => {
  const text = '{\n  "id": 9223372036854775807,\n  "id": 1.50\n}';
  expect(printJson(parsed(text))).toBe(text);
  expect(isExact(parsed(text))).toBe(false);
  const numbers = "[9223372036854775807,-9007199254740993,9007199254740991,1e30,1.50]";
  expect(toJsonText(toJson(parsed(numbers)))).toBe(numbers);
  expect(isExact(parsed('{"id":[12,"a",null,1.50]}'))).toBe(true);
  expect(isExact(parsed("[0.1234567890123456789]"))).toBe(false);
});

test("__proto__ is an ordinary name", () => {
  const value = toJson(parsed('{"__proto__":{"a":1}}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
});

test("a long text doesn't need a deep stack, and deep nesting is refused", () => {
  expect(parsed(`"${"a".repeat(5_000_000)}"`).kind).toBe("text");
  for (const depth of [600, 100_000])
    expect(faultOf("[".repeat(depth) + "]".repeat(depth))).toBe("1:1 this is nested too deeply");
});

test("a fault says where the text breaks and what was expected", () => {
  // prettier-ignore
  const broken = [
    "", '{"a" 1}', '{"a": 1\n  "b": 2}', '{"a": 1,\n}', "{a: 1}", '{"a": yes}', '{"a": 01}', '["x', '{"a": "x\n"}',
    "[1] 2", '{"a":', '["\\x"]', "[1", '["\t"]', "[1.]", "[1] // one", "[1, ]", "[.5]", "[1; 2]", "[0 1]",
  ];
  expect(broken.map((text) => `${JSON.stringify(text)} ${faultOf(text)}`).join("\n")).toMatchInlineSnapshot(`
    """ 1:1 a value is needed
    "{\\"a\\" 1}" 1:6 a colon is expected here
    "{\\"a\\": 1\\n  \\"b\\": 2}" 2:3 a comma or a closing bracket is expected here
    "{\\"a\\": 1,\\n}" 2:1 no comma may stand before "}"
    "{a: 1}" 1:2 a needs double quotes, if it is text
    "{\\"a\\": yes}" 1:7 yes needs double quotes, if it is text
    "{\\"a\\": 01}" 1:8 a number doesn't begin with 0
    "[\\"x" 1:2 this text isn't closed; a double quote is missing
    "{\\"a\\": \\"x\\n\\"}" 1:7 this text isn't closed; a double quote is missing
    "[1] 2" 1:5 the value ends before this; nothing may follow
    "{\\"a\\":" 1:6 a value is missing at the end
    "[\\"\\\\x\\"]" 1:2 this text has a \\, which is written as "\\\\" in JSON
    "[1" 1:3 the list isn't closed; "]" is missing
    "[\\"\\t\\"]" 1:2 this text has a character that JSON writes as an escape, like \\t
    "[1.]" 1:2 this isn't a number
    "[1] // one" 1:5 JSON has no comments
    "[1, ]" 1:5 no comma may stand before "]"
    "[.5]" 1:2 .5 isn't a number
    "[1; 2]" 1:3 ; doesn't belong here
    "[0 1]" 1:4 a comma or a closing bracket is expected here"
  `);
});

test("a link's JSON is complete even while the reader is still typing", () => {
  const texts = ["", "2x", '{"a":'];
  const items = texts.map((text): JsonNode => ({ kind: "unfinished", text }));
  expect(toJson(parsed(printCompactJson({ kind: "list", items })))).toEqual(texts);
});

test("an edit replaces one part, adds a new member, or removes one", () => {
  const node = parsed('{"a":1,"c":[{"x":1},{"x":2}],"own":true}');
  const text = (edited: JsonNode) => JSON.stringify(toJson(edited));
  const two: JsonNode = { kind: "number", text: "2" };
  expect(text(editNode(node, ["b"], two))).toBe('{"a":1,"c":[{"x":1},{"x":2}],"own":true,"b":2}');
  expect(text(editNode(node, ["c", 1, "x"], null))).toBe('{"a":1,"c":[{"x":1},{}],"own":true}');
  expect(text(editNode(node, ["c", 0], null))).toBe('{"a":1,"c":[{"x":2}],"own":true}');
  expect(text(editNode(node, ["c", 2], two))).toBe('{"a":1,"c":[{"x":1},{"x":2},2],"own":true}');
  expect(text(editNode(node, ["n", "m"], two))).toBe('{"a":1,"c":[{"x":1},{"x":2}],"own":true,"n":{"m":2}}');
  expect(text(editNode(node, ["gone"], null))).toBe('{"a":1,"c":[{"x":1},{"x":2}],"own":true}');
});
