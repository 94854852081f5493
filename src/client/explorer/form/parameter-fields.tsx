import { type ParameterLocation, parameterLocations } from "#shared/contract/operation.ts";

import { isForbidden } from "../call/call.ts";
import { Choice } from "../choice.tsx";
import { type RequestDraft, startValue } from "../draft/request-draft.ts";
import { exampleName, type OperationParameter } from "../explorer-operation.ts";
import { fromJson, type JsonNode, memberNode, printJson } from "../json/json-node.ts";
import { CallPart } from "./field.tsx";
import { type PartProps, useForm } from "./form-context.ts";
import { FieldsByNeed } from "./object-fields.tsx";

export function ParameterFields(props: PartProps) {
  return parameterLocations.map((location) => <ParameterGroup key={location} {...props} location={location} />);
}

const titles = { path: "Path", query: "Query", header: "Headers", cookie: "Cookies" } as const;

function ParameterGroup({
  data,
  draft,
  faults,
  onChange,
  location,
}: PartProps & { readonly location: ParameterLocation }) {
  const parameters = data.parameters.filter((parameter) => parameter.in === location);
  if (parameters.length === 0) return null;
  const fields = parameters.map((parameter) => ({
    name: parameter.name,
    isRequired: parameter.required,
    start: () => startValue(parameter, data.schemas),
    field: <ParameterField key={parameter.name} parameter={parameter} draft={draft} />,
  }));
  const unsendable = parameters.filter(
    ({ name }) => location === "cookie" || (location === "header" && isForbidden(name)),
  );
  const unsendableNames =
    unsendable.length === parameters.length ? "these" : unsendable.map(({ name }) => name).join(" and ");
  return (
    <CallPart data={data} location={location} faults={faults} onChange={onChange}>
      <fieldset className="call-part">
        <legend>{titles[location]}</legend>
        {unsendable.length > 0 && (
          <p className="note">A browser doesn't let a page send {unsendableNames}. The copied request has them.</p>
        )}
        <FieldsByNeed fields={fields} node={draft.parameters[location]} path={[]} />
      </fieldset>
    </CallPart>
  );
}

interface ParameterFieldProps {
  readonly parameter: OperationParameter;
  readonly draft: RequestDraft;
}

function ParameterField({ parameter, draft }: ParameterFieldProps) {
  const form = useForm();
  const { name, schema, required, description, examples } = parameter;
  const node = memberNode(draft.parameters[parameter.in], name);
  return (
    <>
      <form.Field
        name={name}
        schema={schema}
        node={node}
        path={[name]}
        isRequired={required}
        hint={description?.text ?? null}
        canLeaveOut={!required}
      />
      {examples.length > 1 && node !== undefined && <ParameterExamples name={name} examples={examples} node={node} />}
    </>
  );
}

type ParameterExamplesProps = Pick<OperationParameter, "name" | "examples"> & { readonly node: JsonNode };

function ParameterExamples({ name, examples, node }: ParameterExamplesProps) {
  const form = useForm();
  const text = printJson(node);
  const current = examples.findIndex(({ value }) => printJson(fromJson(value)) === text);
  const fill = (index: string) => {
    const example = examples[Number(index)];
    if (example !== undefined) form.edit({ path: [name], value: fromJson(example.value) });
  };
  const title = (
    <span>
      Example<span className="visually-hidden"> for {name}</span>
    </span>
  );
  const own = current === -1 ? ([["-1", "your own"]] as const) : [];
  const options = [...own, ...examples.map((example, index) => [String(index), exampleName(example)] as const)];
  return <Choice label={title} value={String(current)} options={options} onChange={fill} />;
}
