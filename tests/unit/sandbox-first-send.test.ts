import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";

import { type Answer, callSandbox, shippedContract, tinyFiles, toMultipart } from "../support/sandbox.ts";

const contract = await shippedContract();

/** Sends what the explorer starts from, with a small PDF for a file. */
function sendPrefilled({ request, method }: Operation): Answer {
  if (request === null) throw new Error("the operation has no request");
  const { body } = request;
  const path = toAddress(request);
  const api = callSandbox(contract);
  if (body.kind === "form") {
    const parts = body.parts.map((part) => [
      part.name,
      part.kind === "field" ? part.value : { name: part.fileName, type: part.mediaType, content: tinyFiles.pdf },
    ]);
    return api.send({ method: method.toUpperCase(), path, ...toMultipart(Object.fromEntries(parts)) });
  }
  const headers = Object.fromEntries(toHeaders(request).map(({ name, value }) => [name.toLowerCase(), value]));
  return api.send({
    method: method.toUpperCase(),
    path,
    headers,
    ...(body.kind === "json" && { body: JSON.stringify(body.value) }),
  });
}

test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  "the prefilled request of %s succeeds at its first sending",
  (_, operation) => {
    const { status, body } = sendPrefilled(operation);
    expect([status, body]).toEqual([expect.toSatisfy((code: number) => code >= 200 && code < 300), body]);
  },
);
