import type { ActionOf } from "./action.ts";
import { toAnswer, toRefusal, type Refusal } from "./answer.ts";
import { toTest } from "./filter-records.ts";
import type { Incoming } from "./incoming.ts";
import type { Running } from "./running.ts";
import type { SandboxResponse } from "./sandbox.ts";
import { returnedFields } from "./schema-fields.ts";
import { showRecord, statusOf } from "./show-record.ts";

/** The one record that a parameter finds: 404 when there is none, 400 when there are several. */
export function lookUpRecord(
  incoming: Incoming,
  { plan, state }: Running,
  { collection }: ActionOf<"lookup">,
): SandboxResponse {
  const { call, pathValues, query } = incoming;
  const wanted = [
    ...Array.from(pathValues, ([name, value]) => ({ name, value })),
    ...query.filter(({ value }) => value !== ""),
  ];
  if (wanted.length !== 1) return toRefusal(notOne(incoming));
  const tests = wanted.map((pair) => toTest(pair, { extension: call.extension, query }));
  const found = state.store.list(collection.path).filter((record) => tests.every((test) => test(record)));
  const [record] = found;
  if (!record) return toRefusal({ status: 404, message: "Nothing matches." });
  if (found.length > 1) {
    return toRefusal({
      status: 400,
      message: `${found.length} records match.`,
      hint: "ask again with another identifier",
    });
  }
  const fields = returnedFields(call.operation, plan.contract);
  return toAnswer(statusOf(incoming), fields.size === 0 ? openResult : showRecord(record, fields));
}

function notOne({ call }: Incoming): Refusal {
  const names = call.operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => `\`${name}\``);
  const message = `Send exactly one of ${names.join(", ")}.`;
  return { status: 400, message, hint: "what the provider does with none or several is not specified" };
}

/** A field of our own invention would be taken for the provider's. */
const openResult = { sandbox: "One record matches. The contract does not specify the fields of this answer." };
