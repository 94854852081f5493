import type { Json, JsonObject } from "../../model/json.ts";

/** What the conversions of a Swagger 2.0 document need of the whole. */
export interface SwaggerContext {
  /** An object of the given members and the extensions of the one it is made from, found where that one is. */
  readonly derive: (from: JsonObject, members: Readonly<Record<string, Json | undefined>>) => JsonObject;
  /** The made object itself, from now on found where the other one is. */
  readonly inherit: (made: JsonObject, from: JsonObject) => JsonObject;
  /** The object that a value stands for. */
  readonly resolve: (value: Json) => JsonObject | null;
  /** Media types of bodies, and of responses, unless an operation says otherwise. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}
