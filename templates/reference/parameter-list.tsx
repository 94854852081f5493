import { type Parameter, parameterHeadings, parameterLocations } from "#shared/contract/operation.ts";
import { splitExamples } from "#shared/contract/field-words.ts";
import { parametersText } from "#shared/contract/fields.ts";
import { toFieldAnchor } from "#shared/contract/reference.ts";

import { ListExtent, useReference } from "./reference-context.tsx";
import { FieldList, type FieldView } from "./schema-members.tsx";

/** The parameters of an operation are listed by where they go. */
export function OperationParameters({ parameters, anchor }: OperationParametersProps) {
  return parameterLocations.map((location) => {
    const own = parameters.filter((parameter) => parameter.in === location);
    if (own.length === 0) return null;
    return (
      <div key={location}>
        <h4>{parameterHeadings[location]}</h4>
        <ParameterFields parameters={own} anchor={`${anchor}.${location}`} />
      </div>
    );
  });
}

/** Parameters and headers are fields without an object around them. */
export function ParameterFields({ parameters, anchor }: OperationParametersProps) {
  const fields = parameters.slice(0, useReference().part.listLength).map((parameter): FieldView => {
    const { name, required, certainty, deprecated, listStyle, linkedExamples, wholeQuery } = parameter;
    const { schema, described } = splitExamples(parameter);
    const description = parameter.description ?? schema.description;
    const facts = [
      ...(wholeQuery === null ? [] : [`the whole query string, as ${wholeQuery}`]),
      ...(listStyle === null ? [] : [listStyles[listStyle]]),
    ];
    const id = toFieldAnchor(anchor, name);
    return { name, id, required, schema, description, certainty, deprecated, described, linkedExamples, facts };
  });
  return (
    <>
      <FieldList fields={fields} />
      <ListExtent count={parameters.length} toText={() => parametersText(parameters)} />
    </>
  );
}

interface OperationParametersProps {
  readonly parameters: readonly Parameter[];
  /** The anchors of the parameters start with this anchor. */
  readonly anchor: string;
}

const listStyles = {
  comma: "values joined by commas",
  space: "values joined by spaces",
  pipe: "values joined by |",
  tab: "values joined by tabs",
  repeat: "repeat the parameter for each value",
} as const;
