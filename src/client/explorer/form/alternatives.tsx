import { useState } from "react";

import { type Json, type JsonObject, jsonTypeOf, objectAt } from "#shared/json/json.ts";

import { type JsonNode, memberNode, type NodePath, toJson } from "../json/json-node.ts";
import { emptyAlternative, nameOfAlternative, toWholeAlternative } from "../schema/empty-node.ts";
import { alternativesOf, type ResolvedSchema, resolveSchema } from "../schema/form-schema.ts";
import { fieldId, useForm } from "./form-context.ts";

/** A value that takes one of several schemas: which one, and then its fields. */
export function Alternatives({ schema, node, path }: AlternativesProps) {
  const form = useForm();
  const choices = alternativesOf(schema.node);
  const [chosen, setChosen] = useState(() => findBest(node, choices, form.document));
  const choice = choices[chosen] ?? {};
  const choose = (index: number) => {
    setChosen(index);
    form.edit({ path, value: emptyAlternative(schema.node, choices[index] ?? {}, form) });
  };
  return (
    <>
      <select
        id={`${fieldId(form, path)}~which`}
        aria-label={`Which of the alternatives for ${String(path.at(-1) ?? "the body")}`}
        value={chosen}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {choices.map((candidate, index) => {
          const name = nameOfAlternative(candidate, form.document) ?? `alternative ${index + 1}`;
          return (
            <option key={name} value={index}>
              {name}
            </option>
          );
        })}
      </select>
      <form.Field
        key={chosen}
        name={nameOfAlternative(choice, form.document) ?? "value"}
        schema={toWholeAlternative(schema.node, choice)}
        node={node}
        path={path}
        isRequired
        canLeaveOut={false}
      />
    </>
  );
}

interface AlternativesProps {
  readonly schema: ResolvedSchema;
  readonly node: JsonNode;
  readonly path: NodePath;
}

/** The alternative that knows the most of the value: its type, and the names of its members. */
function findBest(node: JsonNode, choices: readonly Json[], document: JsonObject): number {
  const scores = choices.map((choice) => {
    const resolved = resolveSchema(choice, document);
    const known = Object.keys(objectAt(resolved.node, "properties") ?? {});
    const isOfType = resolved.types.includes(jsonTypeOf(toJson(node)));
    return (isOfType ? 1 : 0) + known.filter((name) => memberNode(node, name) !== undefined).length;
  });
  return Math.max(scores.indexOf(Math.max(...scores)), 0);
}
