import { numberAt } from "../rules/json-value.ts";
import type { JsonObject } from "../model/json.ts";
import type { Change, Effect } from "./change.ts";

/** Compares the smallest and the largest number that two schemas allow, whichever words state them. */
export function compareRange(before: JsonObject, after: JsonObject): readonly Change[] {
  return ends.flatMap((end) => {
    const [known, now] = [boundOf(before, end), boundOf(after, end)];
    if (known?.text === now?.text) return [];
    const message = `${now?.text ?? `no ${end.name}`} now${known ? `, was ${known.text}` : ""}`;
    return [{ kind: "limit", effect: effectOf(known, now, end), message }];
  });
}

const ends = [
  { name: "minimum", exclusive: "exclusiveMinimum", inward: 1 },
  { name: "maximum", exclusive: "exclusiveMaximum", inward: -1 },
] as const;

type End = (typeof ends)[number];

interface Bound {
  readonly value: number;
  readonly isExcluded: boolean;
  readonly text: string;
}

/** The tighter of the two when a schema states both. */
function boundOf(schema: JsonObject, { name, exclusive, inward }: End): Bound | null {
  const [included, excluded] = [numberAt(schema, name), numberAt(schema, exclusive)];
  if (excluded !== null && (included === null || (excluded - included) * inward >= 0)) {
    return { value: excluded, isExcluded: true, text: `${exclusive} ${excluded}` };
  }
  return included === null ? null : { value: included, isExcluded: false, text: `${name} ${included}` };
}

function effectOf(known: Bound | null, now: Bound | null, { inward }: End): Effect {
  if (!known) return "narrower";
  if (!now) return "wider";
  const step = (now.value - known.value) * inward;
  return step > 0 || (step === 0 && now.isExcluded) ? "narrower" : "wider";
}
