/**
 * A contract document that attacks what reads it. `unit/contract-parse` has the texts that aren't contracts.
 * `finding` is a part of the expected message; null for none.
 */
export interface HostileContract {
  readonly name: string;
  readonly text: () => string | Uint8Array;
  readonly finding: string | null;
  /** The text is JSON. */
  readonly json?: true;
  /** It takes seconds, so it's in the slow layer. */
  readonly isSlow?: true;
}

const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
const paths = "paths: { /x: { get: { operationId: x, responses: { '200': { description: d } } } } }\n";
const schema = (json: string): string => `${head}${paths}components: { schemas: { S: ${json} } }\n`;

export const hostileContracts: readonly HostileContract[] = [
  { name: "a byte-order mark", text: () => `\uFEFF${head}${paths}`, finding: null },
  { name: "UTF-16", text: () => Buffer.from(`\uFEFF${head}${paths}`, "utf16le"), finding: "the file is UTF-16" },
  { name: "a NUL", text: () => `${head}${paths}x-a: "\0"\n`, finding: "the file holds NUL bytes" },
  { name: "invalid UTF-8", text: () => Uint8Array.of(0xc3, 0x28), finding: "the file isn't valid UTF-8" },
  { name: "a program", text: () => `${head}${paths}x-a: !!js/function 'throw 1'\n`, finding: null },
  {
    name: "4 MB of empty lists",
    isSlow: true,
    text: () => `${head}${paths}x-a: [${"[],".repeat(1_300_000)}]\n`,
    finding: "more than 1500000 words and marks",
  },
  {
    name: "4 MB of empty lists in JSON",
    isSlow: true,
    text: () => `{"openapi":"3.1.0","x":[${"[],".repeat(1_300_000)}1]}`,
    json: true,
    finding: "more than 1500000 words and marks",
  },
  {
    name: "a cycle of allOf",
    text: () =>
      schema("{ allOf: [{ $ref: '#/components/schemas/T' }] }, T: { allOf: [{ $ref: '#/components/schemas/S' }] }"),
    finding: null,
  },
  {
    name: "schemas that use the next one twice, 40 levels deep",
    text: () =>
      schema(
        Array.from({ length: 40 }, (_, index) => {
          const next = `{ $ref: '#/components/schemas/S${index + 1}' }`;
          return `{ type: object, properties: { a: ${next}, b: ${next} } }, S${index + 1}: `;
        }).join("") + "{ type: string }",
      ),
    finding: null,
  },
  {
    name: "halves of UTF-16 pairs in names and values",
    text: () => {
      const half = "x\ud800y";
      const form = { type: "object", properties: { [half]: { type: "string", example: half } } };
      const parameter = { name: "id", in: "path", required: true, schema: { type: "string" }, example: half };
      const content = { "application/x-www-form-urlencoded": { schema: form } };
      const responses = { 200: { description: half, content: { "application/json": { schema: form } } } };
      const post = { operationId: "x", parameters: [parameter], requestBody: { content }, responses };
      const info = { title: "A", version: "1" };
      return JSON.stringify({ openapi: "3.1.0", info, paths: { "/x/{id}": { post } } });
    },
    json: true,
    finding: null,
  },
];
