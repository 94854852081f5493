import { useState } from "react";
import type { Json, JsonObject } from "../../../model/contract.ts";
import { jsonTypeOf, listAt, memberOf, objectAt, textAt, textEntriesAt, without } from "../../../rules/json-value.ts";
import { schemaNameOf } from "../../../rules/schema-name.ts";
import { editNode, type NodePath } from "../json/edit-node.ts";
import { memberNode, toJson, type JsonNode } from "../json/json-node.ts";
import { alternativesOf } from "../schema/control.ts";
import { emptyNode } from "../schema/empty-node.ts";
import { resolveSchema, type ResolvedSchema } from "../schema/resolve-schema.ts";
import { fieldId, useForm } from "./form-context.ts";

/** A value that takes one of several schemas: which one, and then its fields. */
export function Alternatives({ schema, node, path }: AlternativesProps) {
  const form = useForm();
  const choices = alternativesOf(schema.node);
  const [chosen, setChosen] = useState(() => findBest(node, choices, form.document));
  const choice = choices[chosen] ?? {};
  const choose = (index: number) => {
    const whole = toWhole(schema.node, choices[index] ?? {});
    const name = nameOfChoice(choices[index] ?? {}, form.document);
    setChosen(index);
    form.edit({ path, value: withDiscriminator(emptyNode(whole, form.document), schema.node, name) });
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
          const name = nameOfChoice(candidate, form.document) ?? `alternative ${index + 1}`;
          return (
            <option key={name} value={index}>
              {name}
            </option>
          );
        })}
      </select>
      <form.Field
        key={chosen}
        name={nameOfChoice(choice, form.document) ?? "value"}
        schema={toWhole(schema.node, choice)}
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

/** What stands beside the alternatives holds for each of them. */
function toWhole(schema: JsonObject, choice: Json): JsonObject {
  const common = without(schema, "oneOf", "anyOf", "discriminator", "description");
  return { ...common, allOf: [...listAt(schema, "allOf"), choice] };
}

function nameOfChoice(choice: Json, document: JsonObject): string | null {
  const { node, types } = resolveSchema(choice, document);
  return schemaNameOf(textAt(choice, "$ref") ?? "") ?? textAt(node, "title") ?? (types.join(" or ") || null);
}

/** The member that tells which alternative a value is (OpenAPI 3.1, section 4.8.25). */
function withDiscriminator(node: JsonNode, schema: JsonObject, name: string | null): JsonNode {
  const discriminator = objectAt(schema, "discriminator") ?? {};
  const property = textAt(discriminator, "propertyName");
  if (property === null || name === null) return node;
  const mapped = textEntriesAt(memberOf(discriminator, "mapping") === undefined ? {} : discriminator, "mapping");
  const value = mapped.find(([, target]) => (schemaNameOf(target) ?? target) === name)?.[0] ?? name;
  return editNode(node, [property], { value: { kind: "text", value } });
}
