import { expect, test } from "vitest";

import { toOperationTitle } from "#contract/convert/names.ts";
import { type Method, methods } from "#shared/contract/request.ts";

interface Said {
  readonly summary?: string;
  readonly operationId?: string;
  readonly description?: string;
}

function titleOf(endpoint: string, said: Said): string {
  const [word, path = ""] = endpoint.split(" ");
  const method: Method = methods.find((known) => known === word) ?? expect.fail(`no method ${word}`);
  const { summary = null, operationId = null, description = "" } = said;
  return toOperationTitle({ summary, operationId, description: { text: description, position: null }, method, path });
}

const idOf = (operationId: string): string => titleOf("get /a/{b}/c", { operationId });

test("an operation's title is its summary, else its id, else its description, else method and path", () => {
  const said = { summary: "List the pets", operationId: "listPets", description: "Returns all pets. In pages." };
  expect(titleOf("get /pets", said)).toBe("List the pets");
  expect(titleOf("get /pets", { ...said, summary: " " })).toBe("List pets");
  expect(titleOf("get /pets", { description: said.description })).toBe("Returns all pets");
  expect(titleOf("get /pets", { operationId: "", description: " " })).toBe("GET /pets");
});

test.each([
  ["listPets", "List pets"],
  ["get_user-by-id", "Get user by id"],
  ["repos/list-for-org", "Repos list for org"],
  ["loads.create", "Loads create"],
  ["find pet by id", "Find pet by id"],
  ["getUserByID", "Get user by ID"],
  ["listUserIDs", "List user IDs"],
  ["HTTPErrorsList", "HTTP errors list"],
  ["getOAuth2Token", "Get OAuth2 token"],
  ["createAppsV1beta2Deployment", "Create apps v1beta2 deployment"],
  ["LIST_all_Cards_for_User", "List all cards for user"],
  ["GET_ROUTES", "Get routes"],
  ["größeÄndern", "Größe ändern"],
  ["获取用户", "获取用户"],
  ["42", "GET /a/{b}/c"],
])("the id %s is shown as %s", (id, title) => {
  expect(idOf(id)).toBe(title);
});

test("an id that only repeats method and path is replaced by the description, if there is one", () => {
  const operationId = "PostCustomersCustomer";
  const endpoint = "post /v1/customers/{customer}";
  expect(titleOf(endpoint, { operationId, description: "<p>Updates the customer.</p>" })).toBe("Updates the customer");
  expect(titleOf(endpoint, { operationId })).toBe("Post customers customer");
  const description = "Returns a list of your pets.";
  expect(titleOf("get /v1/pets", { operationId: "GetPets", description })).toBe("Get pets");
  expect(titleOf("get /pets/{id}", { operationId: "getPet", description })).toBe("Get pet");
  expect(titleOf("get /v3/pets/{id}", { operationId: "getV3PetsId", description })).toBe("Returns a list of your pets");
});

test.each([
  ["<p>Retrieves a <code>Reader</code> object.</p>\n<p>More.</p>", "Retrieves a Reader object"],
  ["See **the [guide](/x)** for `id`, e.g. of a load. Then go.", "See the guide for id, e.g. of a load"],
  ["lists *is\\_paid* loads\n\nOf all years.", "Lists is_paid loads"],
  ["Search jobs\nand more", "Search jobs and more"],
  ['With <a href="/x">Connect</a>, you can add accounts.', "With Connect, you can add accounts"],
  [
    "Updates the specified customer record of the account by setting the values of the parameters passed.",
    "Updates the specified customer record of the account",
  ],
  [
    "Use this method to promote or demote a user in a supergroup or a channel of your own",
    "Use this method to promote or demote a user in a supergroup or a…",
  ],
])("the description %j gives the title %j", (description, title) => {
  expect(titleOf("get /a", { description })).toBe(title);
});
