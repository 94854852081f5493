import type { Example, Parameter } from "./operation.ts";
import type { Schema } from "./schema.ts";

/** Separates examples with a label or description, which need a line each, from those that fit on a line of values. */
export function splitExamples({ schema, examples }: Pick<Parameter, "schema" | "examples">) {
  const authored = examples.filter((example) => example.authored);
  const labeled = authored.map((example) => {
    const isGenerated = /^example(?:-\d+)?$/.test(example.name);
    const name = authored.length > 1 && !isGenerated ? example.name : null;
    return { ...example, label: example.summary ?? name };
  });
  const described = labeled.filter(({ label, description }) => label !== null || description !== null);
  const plain = labeled.filter((example) => !described.includes(example));
  return { schema: { ...schema, examples: plain.map(({ value }) => value) }, described };
}

export interface LabeledExample extends Pick<Example, "name" | "description" | "value"> {
  readonly label: string | null;
}

/** The title of a field or schema if it says more than its name. */
export function titleOf(name: string, { title }: Schema): string | null {
  return title === null || lettersOf(name).includes(lettersOf(title)) ? null : title;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A number's unit in readers' words; an unknown unit stays as the document has it. */
export function unitName(unit: string): string {
  return names.get(unit) ?? unit;
}

const names: ReadonlyMap<string, string> = new Map([
  ["usd-cents", "US cents"],
  ["usd", "US dollars"],
  ["ft", "feet"],
  ["lb", "pounds"],
]);
