import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { SchemaConversion } from "#shared/contract/to-schema.ts";
import { type Json, type JsonObject, objectAt, without } from "#shared/json/json.ts";

/** The schemas of one operation's data, as the contract's model has them. What it gives stands for itself: uses of names are followed. */
export class OperationSchemas {
  /** The named ones. */
  readonly byName: SchemaByName;
  readonly #conversion: SchemaConversion;

  constructor(document: JsonObject) {
    this.#conversion = new SchemaConversion(objectAt(objectAt(document, "components") ?? {}, "schemas") ?? {});
    this.byName = this.#conversion.toSchemas();
  }

  toSchema(source: Json): Schema {
    return this.resolve(this.#conversion.toSchema(source));
  }

  resolve(schema: Schema): Schema {
    return resolveSchema(schema, this.byName);
  }

  /** What a schema says about a member of that name; anything, when it says nothing. */
  member(schema: Schema, name: string): Schema {
    const own = schema.members.find((member) => member.name === name);
    return own === undefined ? this.others(schema) : this.resolve(own.schema);
  }

  /** What a schema says about the members that it does not name. */
  others({ additionalProperties: others }: Schema): Schema {
    return typeof others === "object" && others !== null ? this.resolve(others) : this.toSchema(true);
  }

  /** What a schema says about an element of a list. */
  item({ items, prefixItems }: Schema, index: number): Schema {
    const item = prefixItems[index] ?? items;
    return item === null ? this.toSchema(true) : this.resolve(item);
  }

  /** One of a schema's alternatives, with what stands beside them: that holds for each. */
  alternative({ keywords }: Schema, choice: Schema): Schema {
    const common = without(keywords, "oneOf", "anyOf", "discriminator", "description");
    return this.toSchema({ ...common, allOf: [choice.source] });
  }
}
