/** Documents without nesting that are still too large for a page. */

/** An object with a number of plain fields. */
export function flatObject(count: number): FlatObject {
  return fieldsOf(Object.fromEntries(numbered("field", count).map((name) => [name, described(name)])));
}

/** A number of values, with or without descriptions. */
export function longEnum(count: number, hasMeanings = false): object {
  const values = numbered("VALUE", count);
  const meanings = Object.fromEntries(values.map((value) => [value, `What *${value}* means.`]));
  return { type: "string", enum: values, ...(hasMeanings && { "x-enumDescriptions": meanings }) };
}

/** An object with these fields. */
export function fieldsOf(properties: object): FlatObject {
  return { type: "object", properties };
}

interface FlatObject {
  readonly type: "object";
  readonly properties: object;
}

/** As the body of the request and of the response. */
export function withBody(schema: object, examples: object = {}): object {
  const content = { "application/json": { schema, ...examples } };
  return { requestBody: { content }, responses: { "200": { description: "Ok.", content } } };
}

/** Alternatives, each with a description. */
export function manyAlternatives(count: number): object {
  return {
    oneOf: numbered("Shape", count).map((title) => ({
      title,
      type: "object",
      properties: { id: described("id"), [title.toLowerCase()]: described(title) },
    })),
  };
}

export function manyParameters(count: number, location = "query"): readonly object[] {
  return numbered("filter", count).map((name) => ({
    name,
    in: location,
    ...described(name),
    schema: { type: "string" },
  }));
}

/** Examples of a size in bytes: eight of a body, eight of a response, an author's sample. */
export function withLongExamples(bytes: number): object {
  const examples = Object.fromEntries(
    numbered("e", 8).map((name, index) => [name, { value: longExample(bytes + 60 * index) }]),
  );
  return { ...withBody({}, { examples }), "x-codeSamples": [{ lang: "Text", source: "one line\n".repeat(bytes / 2) }] };
}

/** An example of a size in bytes, in lines of sixty. */
export function longExample(bytes: number): object {
  return { items: numbered("item", Math.ceil(bytes / 60)).map((name) => ({ name, state: "open" })) };
}

/** A response with a number of headers. */
export function manyHeaders(count: number): object {
  const header = { description: "A header.", schema: { type: "string" } };
  return { description: "Ok.", headers: Object.fromEntries(numbered("X-Header", count).map((name) => [name, header])) };
}

/** A document with one operation, and further schemas. */
export function flatContract(operation: object, schemas: object = {}): string {
  const answer = { description: "Ok." };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Flat API", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: {
      "/things": { post: { summary: "Make things", tags: ["things"], responses: { "200": answer }, ...operation } },
    },
    components: { schemas },
  });
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}_${index + 1}`);
}

function described(name: string): object {
  return { description: `What **${name}** says.`, type: "string", maxLength: 40 };
}
