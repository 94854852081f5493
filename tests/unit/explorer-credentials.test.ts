import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { CredentialFields } from "#client/explorer/panel/credential-fields.tsx";

const bearer = { type: "bearer", in: null, parameterName: null, variable: "API_AUTH", scopes: [] } as const;
const basic = { ...bearer, type: "basic" } as const;
const key = { ...bearer, type: "apiKey", in: "header", parameterName: "Authorization" } as const;

const broker = { ...bearer, name: "broker" };
const carrier = { ...bearer, name: "carrier" };
const user = { ...basic, name: "user" };
const app = { ...key, name: "app" };

test("a scheme is labeled by what a reader enters if it's the only one of its kind, and a key by its name", () => {
  expect(labels([[broker]])).toEqual(["Token"]);
  expect(labels([[broker, user, app]])).toEqual(["Token", "User and password", "app"]);
  expect(labels([[broker], [broker, app]])).toEqual(["Token"]);
});

test("schemes that share a header are labeled with their names, together or as alternatives", () => {
  expect(labels([[broker, carrier, user]])).toEqual(["broker", "carrier", "User and password"]);
  expect(labels([[broker], [carrier]])).toEqual(["broker"]);
  expect(labels([[user], [{ ...user, name: "admin" }]])).toEqual(["user"]);
});

test.each([
  ["oauth2", "Paste an access token that your OAuth 2 client was given."],
  ["openIdConnect", "Paste an access token that your OpenID client was given."],
] as const)("for %s the form says what to paste", (type, words) => {
  expect(render([[{ ...bearer, type, name: "login" }]])).toContain(words);
});

type Alternatives = Parameters<typeof CredentialFields>[0]["data"]["security"];

/** The labels of the first alternative's fields. */
function labels(security: Alternatives): readonly string[] {
  return [...render(security).matchAll(/<label for="[^"]*">([^<]*)</g)].map(([, label = ""]) => label);
}

function render(security: Alternatives): string {
  return renderToStaticMarkup(
    createElement(CredentialFields, {
      data: { anchor: "get-trees", scope: "trees", security },
      target: { name: "Staging", url: "https://staging.trees.dev", kind: "staging" },
      schemes: security[0] ?? [],
      onSchemes: () => undefined,
    }),
  );
}
