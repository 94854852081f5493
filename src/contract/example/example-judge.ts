import { checkByStandard } from "#shared/conformance/check-value.ts";
import type { Direction } from "#shared/contract/difference.ts";
import type { Schema, SchemaByName } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import { statedValues } from "./schema-rules.ts";

/** Says of values that are made or stated whether their contract accepts them as a whole. */
export class ExampleJudge {
  readonly #direction: Direction;
  readonly #schemaByName: SchemaByName;

  constructor(direction: Direction, schemaByName: SchemaByName) {
    this.#direction = direction;
    this.#schemaByName = schemaByName;
  }

  accepts(value: Json, schema: Schema, direction: Direction | null = this.#direction): boolean {
    return checkByStandard(value, schema, { schemaByName: this.#schemaByName, direction }).length === 0;
  }

  /** A value that the contract states, unless it refuses it itself. Authors show read-only members in any direction. */
  stated(schema: Schema): Json | undefined {
    return statedValues(schema).find((value) => this.accepts(value, schema) || this.accepts(value, schema, null));
  }

  /** Open objects fit more alternatives than is meant, and a server may refuse what fits two of them. */
  isUnambiguous(value: Json, { alternatives }: Schema): boolean {
    if (alternatives === null || alternatives.kind === "anyOf" || alternatives.discriminator !== null) return true;
    return alternatives.schemas.filter((choice) => this.accepts(value, choice)).length === 1;
  }
}
