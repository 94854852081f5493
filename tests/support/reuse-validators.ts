import { createRequire } from "node:module";

interface Validator {
  errors: unknown;
  validate: (this: Validator, schema: object, data: unknown) => unknown;
}

/*
 * @readme/openapi-parser compiles the schema of OpenAPI again for each document, in 50 ms, which is most of the time of a
 * contract test. Here all documents of the process share one compiled validator per schema.
 */
const require = createRequire(import.meta.resolve("@readme/openapi-parser"));
for (const name of ["ajv/dist/2020.js", "ajv-draft-04"]) {
  const { prototype }: { readonly prototype: Validator } = require(name).default;
  const { validate } = prototype;
  const compiled = new Map<object, Validator>();
  prototype.validate = function (schema, data) {
    const validator = compiled.get(schema) ?? this;
    compiled.set(schema, validator);
    const isValid = validate.call(validator, schema, data);
    this.errors = validator.errors;
    return isValid;
  };
}
