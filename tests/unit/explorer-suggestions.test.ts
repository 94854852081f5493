import { expect, test } from "vitest";

import { bodyOf, editPart, startDraft } from "#client/explorer/draft/request-draft.ts";
import { fromJson, toJson } from "#client/explorer/json/json-node.ts";
import { messageOf, suggestCalls, suggestValues } from "#client/explorer/response/refused-body.tsx";
import type { Json } from "#shared/json/json.ts";

import { operationOf, readValid } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";

/* The values and calls that a refusal of the sandbox suggests. */
const contract = await readValid(`paths:
  /trees/:
    post: { operationId: plant, summary: Plant a tree, responses: { "201": { description: Fine. } } }
  /trees/{tree_id}:
    parameters: [{ name: tree_id, in: path, required: true, schema: { type: string } }]
    put:
      operationId: change
      requestBody: { content: { application/json: { schema: { properties: { kind: {}, height: { type: integer } } } } } }
      responses: { "200": { description: Fine. } }
`);
const data = openExplorer(contract, operationOf(contract, "change"));
const path = editPart(startDraft(data, null, 0), "path", { path: ["tree_id"], value: fromJson("T-9") });
const draft = editPart(path, "body", { path: [], value: fromJson({ kind: "oak", height: 2, list: [{ kind: "a" }] }) });

function suggested(refusal: Json): Json {
  return suggestValues(fromJson(refusal), draft).map((one) => {
    const { node } = bodyOf(one.draft);
    return [one.value, toJson(one.draft.parameters.path), node && toJson(node)];
  });
}

const missing = 'The sandbox has no record "T-9" in /trees/.';
const body = toJson(fromJson({ kind: "oak", height: 2, list: [{ kind: "a" }] }));
const changed = (part: object): Json => ({ ...Object(body), ...part });

test.each<readonly [refusal: Json, values: Json]>(
  // prettier-ignore
  [
    [{ message: missing, hint: "did you mean T-1?" }, [["T-1", { tree_id: "T-1" }, body]]],
    [{ detail: `${missing} Did you mean T-1?` }, [["T-1", { tree_id: "T-1" }, body]]],
    [{ message: missing, hint: "it has T-1, T-2, …; POST /trees/ makes one" }, [["T-1", { tree_id: "T-1" }, body], ["T-2", { tree_id: "T-2" }, body]]],
    [{ message: missing, hint: "it has none yet; POST /trees/ makes one" }, []],
    [{ message: "The sandbox is full.", hint: "did you mean T-1?" }, []],
    [{ faults: [{ in: "body", pointer: "/height", hint: "did you mean 200?" }] }, [["200", { tree_id: "T-9" }, changed({ height: 200 })]]],
    [{ faults: [{ in: "body", pointer: "/list/0/kind", hint: "one of ash" }] }, [["ash", { tree_id: "T-9" }, changed({ list: [{ kind: "ash" }] })]]],
    [{ faults: [{ in: "body", pointer: "/kind", hint: "send your `kind`, elm" }] }, [["elm", { tree_id: "T-9" }, changed({ kind: "elm" })]]],
    [{ faults: [{ in: "body", pointer: "/knd", hint: "did you mean `kind`?" }] }, []],
    [{ faults: [{ in: "body", pointer: "/list", hint: "one of png, gif" }] }, []],
  ],
)("the error %j suggests values for its fields", (refusal, values) => {
  expect(suggested(refusal)).toEqual(values);
});

test("a refusal for a missing record suggests the call that creates one", () => {
  const hint = "it has none yet; POST /trees/ makes one";
  const making = { path: "/trees/", title: "Plant a tree", anchor: "post-trees" };
  expect(suggestCalls(fromJson({ message: missing, hint }), data.makingCalls)).toEqual([making]);
  expect(suggestCalls(fromJson({ faults: [{ hint }] }), data.makingCalls)).toEqual([making]);
  expect(suggestCalls(fromJson({ message: missing, hint: "it has T-1" }), data.makingCalls)).toEqual([]);
});

test.each<readonly [refusal: Json, message: string]>([
  [{ code: 7, message: "No." }, "No."],
  [{ error: { title: "Gone", detail: "No." } }, "No."],
  [{ errors: ["No.", "Never."] }, "No."],
  [{ errors: [{ message: "No." }] }, "No."],
  [{ code: 7 }, ""],
  ["No.", ""],
])("the message in the error %j is found", (refusal, message) => {
  expect(messageOf(fromJson(refusal))).toBe(message);
});
