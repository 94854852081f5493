const resourcesPerTag = 5;
const operationsPerResource = 4;
// prettier-ignore
const nouns = [
  "invoice", "payment", "carrier", "debtor", "shipment", "account", "webhook", "document", "rate", "claim",
];

/**
 * An OpenAPI 3.1 document of any size, as a value: the shape of a real one (resources to list, create, read and
 * change, prose with links and code, limits, enums, examples), always the same for the same size. Every resource has four
 * operations and two schemas; every tag has five resources.
 */
export function largeContract({ operations }: { readonly operations: number }): object {
  const count = Math.ceil(operations / operationsPerResource);
  const resources = Array.from({ length: count }, (_, index) => toResource(index));
  return {
    openapi: "3.1.0",
    info: { title: "Large API", version: "1", description: "A contract with **many** operations." },
    servers: [{ url: "/v1" }],
    security: [{ ApiAuth: [] }],
    tags: [...new Set(resources.map(({ tag }) => tag))].map(toTag),
    paths: Object.assign({}, ...resources.map(toPaths)),
    components: {
      securitySchemes: { ApiAuth: { type: "apiKey", in: "header", name: "Authorization" } },
      parameters: {
        Page: toQuery("page", "The page to return."),
        PageSize: toQuery("page_size", "How many records a page holds."),
      },
      schemas: Object.assign({ Address: address }, ...resources.map(toSchemas)),
    },
  };
}

interface Resource {
  readonly name: string;
  readonly schema: string;
  readonly tag: string;
  readonly number: number;
}

const toTag = (name: string): object => ({ name, description: `Everything about ${name}.` });

function toResource(index: number): Resource {
  const noun = nouns[index % nouns.length] ?? "";
  const number = Math.floor(index / nouns.length) + 1;
  const tag = `area ${Math.floor(index / resourcesPerTag) + 1}`;
  const schema = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}${number}`;
  return { name: `${noun}s_${number}`, schema, tag, number };
}

function toPaths({ name, schema, tag }: Resource): object {
  const words = name.replaceAll("_", " ");
  const operation = (call: string, verb: string, description: string): object => {
    return { tags: [tag], operationId: `${name}_${call}`, summary: `${verb} ${words}`, description };
  };
  const one = { "200": toResponse(schema, "The record."), "404": { description: "There is no record with this id." } };
  const many = { description: "One page.", content: toContent({ type: "array", items: use(schema) }) };
  const created = { "201": toResponse(schema, "The new record."), "400": { description: "The body is not valid." } };
  const requestBody = { required: true, content: toContent(use(`${schema}Create`)) };
  const id = { name: "id", in: "path", required: true, description: "The record's id." };
  return {
    [`/${name}/`]: {
      get: {
        ...operation(
          "list",
          "List",
          `Lists the ${words} of your account, newest first. Follow \`next\` until it is null.`,
        ),
        parameters: [{ $ref: "#/components/parameters/Page" }, { $ref: "#/components/parameters/PageSize" }],
        responses: { "200": many },
      },
      post: {
        ...operation(
          "create",
          "Create",
          `Creates one of your ${words}. Send \`reference\` as [your own id](https://example.com/ids).`,
        ),
        requestBody,
        responses: created,
      },
    },
    [`/${name}/{id}/`]: {
      parameters: [{ ...id, schema: { type: "string", maxLength: 64 } }],
      get: { ...operation("read", "Read", "Returns one record."), responses: one },
      patch: {
        ...operation(
          "partial_update",
          "Change",
          "Changes the fields that are sent, and leaves the others as they are.",
        ),
        requestBody,
        responses: one,
      },
    },
  };
}

function toSchemas({ schema, number }: Resource): object {
  const written = {
    reference: { ...reference, examples: [`REF-${number}`] },
    amount: { ...amount, examples: [number * 1000] },
    status: {
      type: "string",
      enum: ["PENDING", "APPROVED", "PAID", "DECLINED"],
      description: "Where the record stands.",
    },
    notes: { type: ["string", "null"], maxLength: 500, description: "Free text; `null` clears it." },
    billing_address: use("Address"),
  };
  const read = {
    id: { type: "string", format: "uuid", readOnly: true, description: "Given by the API." },
    ...written,
    created_at: { type: "string", format: "date-time", readOnly: true, description: "When it was created, in UTC." },
  };
  return {
    [schema]: {
      type: "object",
      description: `A record of ${schema}.`,
      required: ["id", "reference"],
      properties: read,
    },
    [`${schema}Create`]: { type: "object", required: ["reference", "amount"], properties: written },
  };
}

const reference = { type: "string", minLength: 1, maxLength: 256, description: "Your own id for the record." };
const amount = { type: "integer", minimum: 0, "x-unit": "usd-cents", description: "What is owed, in cents." };
const address = {
  type: "object",
  description: "Where bills go.",
  properties: {
    street: { type: "string", maxLength: 256, examples: ["1200 Orchard Road"] },
    city: { type: "string", maxLength: 256, examples: ["Salinas"] },
    country: { type: "string", minLength: 2, maxLength: 2, examples: ["US"] },
  },
};

function toQuery(name: string, description: string): object {
  return { name, in: "query", description, schema: { type: "integer", minimum: 1 } };
}

function toResponse(schema: string, description: string): object {
  return { description, content: toContent(use(schema)) };
}

function toContent(schema: object): object {
  return { "application/json": { schema } };
}

function use(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}
