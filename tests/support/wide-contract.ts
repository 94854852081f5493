/** How many operations a document has; six a resource. */
export interface WideContractOptions {
  readonly operations: number;
}

/**
 * A document of the kind that large public APIs have: OpenAPI 3.0.3, records of thirty fields that hold each other
 * whole or by name, some in rings, `nullable` beside `allOf`, events as `oneOf`, shared parameters, headers, responses and
 * examples, keywords of the provider's own. With 1,200 operations it has 5 MB. Always the same for the same size.
 */
export function wideContract({ operations }: WideContractOptions): object {
  const names = Array.from({ length: operations / 6 }, (_, index) => `record-${index + 1}`);
  const next = (index: number): string => names[(index + 1) % names.length] ?? "";
  return {
    openapi: "3.0.3",
    info: { title: "Wide API", version: "1.1.4", description: "Every *kind* of thing.", license: { name: "MIT" } },
    externalDocs: { description: "More", url: "https://docs.example.com/" },
    servers: [{ url: "https://{region}.example.com", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
    tags: names.filter((_, index) => index % 10 === 0).map((name) => ({ name, description: `About **${name}**.` })),
    paths: Object.assign({}, ...names.map(toPaths)),
    "x-webhooks": { "record-done": { post: { operationId: "record/done", summary: "It is done", responses: {} } } },
    components: {
      schemas: {
        user: toRecord("user", "user"),
        ...Object.fromEntries(names.map((name, index) => [name, toRecord(name, next(index))])),
        "nullable-user": { nullable: true, allOf: [use("schemas/user")] },
        event: { title: "Event", oneOf: names.slice(0, 4).map((name) => use(`schemas/${name}`)) },
        error: { type: "object", properties: { message: { type: "string" }, errors: { type: "array", items: {} } } },
      },
      examples: Object.fromEntries(names.flatMap(toExamples)),
      parameters: {
        page: { name: "page", in: "query", schema: { type: "integer", default: 1 } },
        sort: { name: "sort", in: "query", schema: { type: "string", enum: ["created", "updated"], nullable: true } },
      },
      headers: { link: { schema: { type: "string" }, example: '<https://eu.example.com/?page=2>; rel="next"' } },
      responses: {
        not_found: { description: "Resource not found", content: toContent(use("schemas/error")) },
        no_content: { description: "No content" },
      },
    },
  };
}

function toPaths(name: string, index: number): object {
  const common = (call: string, text: string): object => ({
    operationId: `${name}/${call}`,
    summary: `${text} of ${name}`,
    description: `${text}.\n\nNeeds the \`${name}:read\` scope. [More](https://docs.example.com/${name}#${call})\n\n- one\n- two`,
    tags: [`record-${Math.floor(index / 10) * 10 + 1}`],
    externalDocs: { url: `https://docs.example.com/${name}#${call}` },
    "x-provider": { category: name, previews: [], isPublic: index % 2 === 0 },
  });
  const one = { 200: toResponse(use(`schemas/${name}`), name), 404: use("responses/not_found") };
  const body = { required: true, content: toContent(toBody(name)) };
  const id = { name: "id", in: "path", required: true, schema: { oneOf: [{ type: "integer" }, { type: "string" }] } };
  const paging = { parameters: [use("parameters/page"), use("parameters/sort")] };
  const list = toResponse({ type: "array", items: use(`schemas/${name}`) }, `${name}-items`);
  const many = { ...list, headers: { Link: use("headers/link") } };
  const events = { 200: toResponse(use("schemas/event"), name) };
  return {
    [`/${name}`]: {
      get: { ...common("list", "List"), ...paging, responses: { 200: many, 304: { description: "Not modified" } } },
      post: { ...common("create", "Create"), requestBody: body, responses: { 201: one[200], 422: one[404] } },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { ...common("get", "Get"), responses: one },
      patch: { ...common("update", "Update"), requestBody: body, responses: one },
      delete: { ...common("delete", "Delete"), responses: { 204: use("responses/no_content") } },
    },
    [`/${name}/{id}/events`]: { get: { ...common("events", "Events"), parameters: [id], responses: events } },
  };
}

function toResponse(schema: object, example: string): object {
  const examples = { default: use(`examples/${example}`) };
  return { description: "Response", content: { "application/json": { schema, examples } } };
}

/** What is sent: alternatives that ask for one of two fields. */
function toBody(name: string): object {
  const label = { type: "object", properties: { id: { type: "integer" } } };
  const properties = {
    title: { type: "string", description: `The title of the ${name}.` },
    labels: { type: "array", items: { anyOf: [{ type: "string" }, label] } },
    parent: { type: "integer", nullable: true, minimum: 0, exclusiveMinimum: true },
    settings: { type: "object", additionalProperties: { type: "string" } },
  };
  return { type: "object", properties, anyOf: [{ required: ["title"] }, { required: ["labels"] }] };
}

const fieldCount = 30;

function toRecord(name: string, other: string): object {
  const fields = Array.from({ length: fieldCount }, (_, index) => [
    `field_${index}_url`,
    { type: "string", format: "uri", nullable: index % 7 === 0, example: `https://eu.example.com/${name}/${index}` },
  ]);
  return {
    title: name,
    type: "object",
    required: ["id", "state"],
    properties: {
      id: { type: "integer", format: "int64", example: 9_007_199_254_740_991 },
      state: { type: "string", enum: ["open", "closed"], default: "open" },
      owner: use("schemas/nullable-user"),
      next: use(`schemas/${other}`),
      inside: { type: "object", nullable: true, properties: Object.fromEntries(fields) },
      ...Object.fromEntries(fields),
    },
  };
}

function toExamples(name: string, index: number): readonly (readonly [string, object])[] {
  const fields = Array.from({ length: fieldCount }, (_, field) => [
    `field_${field}_url`,
    `https://eu.example.com/${name}/${index}/${field}`,
  ]);
  const value = { id: index, state: "open", owner: null, inside: null, ...Object.fromEntries(fields) };
  return [
    [name, { value }],
    [`${name}-items`, { value: [value] }],
  ];
}

function toContent(schema: object): object {
  return { "application/json": { schema } };
}

function use(name: string): object {
  return { $ref: `#/components/${name}` };
}
