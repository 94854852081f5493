/** A parsed JSON value. Objects may have any own key, `__proto__` too; read them with `Object.entries` or `Object.hasOwn`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}
