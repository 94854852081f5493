import { codeSpan, joined } from "#content/markdown/markdown-forms.ts";
import { requestLineOf } from "#shared/contract/contract.ts";
import { innerLimitTexts, toTypeFacts } from "#shared/contract/fields.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import type { Operation } from "#shared/contract/operation.ts";
import {
  type Member,
  type NamedSchema,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "#shared/contract/schema.ts";
import { toJsonText, toText } from "#shared/json/json.ts";

/* Describes parts of the contract in Markdown, for hovers and suggestions. */

export function describeOperation(operation: Operation): string {
  const { summary, description, audience, deprecated, responses } = operation;
  const remarks = [
    deprecated ? "Deprecated." : "",
    audience.length === 0 ? "" : `For ${audience.join(" and ")} clients.`,
    responses.length === 0 ? "" : `Responses: ${responses.map(({ status }) => status).join(", ")}.`,
  ];
  return joined([
    `**\`${requestLineOf(operation)}\`**`,
    summary,
    description?.text ?? "",
    remarks.filter(Boolean).join(" "),
  ]);
}

export function describeSchema({ name, schema }: NamedSchema, schemas: SchemaByName): string {
  const resolved = resolveSchema(schema, schemas);
  const members = resolved.members.map((member) => `\`${member.name}\``).join(", ");
  const text = resolved.description?.text ?? "";
  const fields = members === "" ? describeValues(resolved, text) : `Fields: ${members}.`;
  return joined([`**\`${name}\`** ${typeText(resolved)}`, text, fields]);
}

export function describeMember({ name, required, schema }: Member, schemas: SchemaByName): string {
  const resolved = resolveSchema(schema, schemas);
  const access = schema.access === null ? "" : `${schema.access}, `;
  const head = `**\`${name}\`** ${typeText(schema, resolved)}, ${access}${required ? "required" : "optional"}`;
  const text = (schema.description ?? resolved.description)?.text ?? "";
  return joined([head, text, describeValues(resolved, text)]);
}

/** Describes a value in a line: type, format, unit and limits. */
export function typeText(schema: Schema, resolved: Schema = schema): string {
  const facts = toTypeFacts(schema).map((fact) =>
    fact.map((part) => (typeof part === "string" ? part : part.schema)).join(""),
  );
  return [...facts, ...toLimitTexts(resolved.limits), ...innerLimitTexts(schema)].join(", ");
}

/** Some frameworks already list all values in the description. */
function describeValues({ enum: values, default: fallback }: Schema, description: string): string {
  const isListed = values.every(
    ({ value, meaning }) => meaning === null && description.includes(codeSpan(toText(value))),
  );
  const lines = (isListed ? [] : values).map(({ value, meaning }) => {
    const [first = ""] = meaning?.text.split("\n") ?? [];
    return `- ${codeSpan(toText(value))}${first === "" ? "" : ` ${first}`}`;
  });
  return joined([lines.join("\n"), fallback === undefined ? "" : `Default: \`${toJsonText(fallback)}\`.`]);
}
