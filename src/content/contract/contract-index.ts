import type { Contract, NamedSchema, Operation, Property, Schema } from "../../model/contract.ts";
import type { SampleFault } from "../../model/contract-guide.ts";
import { nearest } from "../../suggest/nearest.ts";

/** The contract as the pages look things up in it. */
export class ContractIndex {
  readonly contract: Contract;
  readonly #address: string;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #schemas: ReadonlyMap<string, NamedSchema>;

  /** `address` is the reference's, base URL included. */
  constructor(contract: Contract, address: string) {
    this.contract = contract;
    this.#address = address;
    this.#operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
    this.#schemas = new Map(contract.schemas.map((schema) => [schema.name, schema]));
  }

  operation(id: string): Operation | SampleFault {
    return this.#operations.get(id) ?? unknown("operation", id, this.#operations.keys());
  }

  schema(name: string): NamedSchema | SampleFault {
    return this.#schemas.get(name) ?? unknown("schema", name, this.#schemas.keys());
  }

  hasSchema(name: string): boolean {
    return this.#schemas.has(name);
  }

  /** A property by `Schema.property`. */
  property(path: string): { readonly schema: NamedSchema; readonly property: Property } | SampleFault {
    const [schemaName = "", propertyName = ""] = path.split(".");
    const schema = this.schema(schemaName);
    if ("message" in schema) return schema;
    const { properties } = this.resolve(schema.schema);
    const property = properties.find(({ name }) => name === propertyName);
    const names = properties.map(({ name }) => name);
    return property === undefined ? unknown(`field of ${schemaName}`, propertyName, names) : { schema, property };
  }

  /** The schema that a use of a named schema means. */
  resolve(schema: Schema): Schema {
    const seen = new Set<string>();
    let current = schema;
    while (current.ref !== null && !seen.has(current.ref)) {
      seen.add(current.ref);
      current = this.#schemas.get(current.ref)?.schema ?? current;
    }
    return current;
  }

  /** Where an anchor of the reference is. */
  href(anchor: string): string {
    return `${this.#address}#${anchor}`;
  }
}

/** What to say of a name that the contract does not have. */
export function unknown(kind: string, name: string, candidates: Iterable<string>): SampleFault {
  const suggestion = nearest(name, candidates);
  return { message: `the contract has no ${kind} \`${name}\``, hint: suggestion === null ? null : `did you mean ${suggestion}?` };
}
