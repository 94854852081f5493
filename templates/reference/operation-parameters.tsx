import type { Parameter } from "../../src/model/operation.ts";
import { Fields, type FieldView } from "./fields.tsx";
import { SchemaDetails } from "./schema-members.tsx";

/** The parameters of an operation, by where they travel. */
export function OperationParameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return places.map((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place).map(parameterField);
    if (fields.length === 0) return null;
    return (
      <div key={place}>
        <h4>{headings[place]}</h4>
        <Fields fields={fields} Details={SchemaDetails} />
      </div>
    );
  });
}

const places = ["path", "query", "header", "cookie"] as const;

const headings = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Header parameters",
  cookie: "Cookie parameters",
} as const;

/** A parameter or a response header as a field. */
export function parameterField(parameter: Parameter): FieldView {
  const { name, required, schema, listStyle, examples } = parameter;
  const [example] = examples;
  return {
    name,
    required,
    schema: example === undefined || schema.example !== undefined ? schema : { ...schema, example: example.value },
    description: parameter.description ?? schema.description,
    certainty: parameter.certainty ?? schema.certainty,
    deprecated: parameter.deprecated,
    facts: listStyle === null ? [] : [listStyles[listStyle]],
  };
}

const listStyles = {
  comma: "values joined by commas",
  space: "values joined by spaces",
  pipe: "values joined by |",
  tab: "values joined by tabs",
  repeat: "repeat the parameter for each value",
} as const;
