import { randomUUID } from "node:crypto";

import { z } from "zod";

import type { SandboxRequest } from "#sandbox/exchange.ts";
import { requestLineOf } from "#shared/contract/contract.ts";
import type { RequestContent, RequestValue } from "#shared/contract/request.ts";
import { toJsonText } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { isMultipart, signatureOf } from "#shared/media-type.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";

import { requestShape, toMeantRequest } from "./request-input.ts";
import { defineTool, fitText, paging } from "./tool.ts";

const session = z.string().max(100).optional().describe("Of an earlier answer, to go on with its records");

const tryRequest = defineTool(
  {
    name: "try_request",
    title: "Try a request",
    description:
      "Sends a request to a simulation of the API that keeps records. No server is called and no credentials are needed. " +
      "What the contract refuses comes back with its faults. `bodyBytes` tells of a body that is cut.",
    input: z.object({ ...requestShape, session, limit: paging.limit }),
    changes: "records",
  },
  async ({ session: sessionName, limit, ...input }, { site, sessions, session: own }) => {
    const { contract } = await site.contract(input.version);
    const { operation, request } = toMeantRequest(contract, input);
    const name = sessionName ?? own ?? randomUUID();
    const sandbox = sessions.sandboxOf(name, contract, sessionName === undefined);
    const address = `http://sandbox.invalid${contract.basePath}`;
    const response = sandbox.handle({ ...(await toSandboxRequest(request)), address });
    const text = response.body === "" ? "" : toJsonText(parseJson(response.body).value);
    const facts = {
      simulated: true,
      operation: requestLineOf(operation),
      status: response.status,
      headers: Object.fromEntries(response.headers.map((header) => [header.name.toLowerCase(), header.value])),
      ...(name !== own && { session: name }),
    };
    const { text: body } = fitText({ ...facts, bodyBytes: text.length }, text, { limit });
    return { ...facts, body, ...(body !== text && { bodyBytes: Buffer.byteLength(text) }) };
  },
);

async function toSandboxRequest(request: RequestValue): Promise<Omit<SandboxRequest, "address">> {
  const [path = "", query = ""] = toAddress(request).split("?", 2);
  const sent = new Response(toBody(request.body));
  const headers = new Map(toHeaders(request).map(({ name, value }) => [name.toLowerCase(), value]));
  const type = request.body.kind === "form" ? sent.headers.get("content-type") : null;
  if (type !== null) headers.set("content-type", type);
  const body = new Uint8Array(await sent.arrayBuffer());
  return { method: request.method.toUpperCase(), path, query, headers, body };
}

function toBody(body: RequestContent): string | Blob | FormData | URLSearchParams | null {
  switch (body.kind) {
    case "none":
      return null;
    case "json":
      return toJsonText(body.value);
    case "text":
      return body.text;
    case "file":
      return toFile(body);
    case "form": {
      const pairs = body.parts.map((part) => [part.name, part.kind === "field" ? part.value : toFile(part)] as const);
      if (!isMultipart(body.mediaType))
        return new URLSearchParams(
          pairs.map(([name, value]): [string, string] => [name, typeof value === "string" ? value : value.name]),
        );
      const form = new FormData();
      for (const [name, value] of pairs) form.append(name, value);
      return form;
    }
  }
}

/** Only a file's name and type are known, so the file begins like others of its type and has a line of text. */
function toFile({ fileName, mediaType }: { readonly fileName: string; readonly mediaType: string }): File {
  return new File([signatureOf(mediaType), "a file of the sandbox\n"], fileName, { type: mediaType });
}

const reset = defineTool(
  {
    name: "reset_sandbox",
    title: "Reset the sandbox",
    description: "Forgets what try_request has made: the records of the beginning are back.",
    input: z.object({ session }),
    changes: "records",
  },
  async ({ session: sessionName }, { sessions, session: own }) => {
    sessions.reset(sessionName ?? own ?? "");
    return { isReset: true };
  },
);

export const sandboxTools = [tryRequest, reset];
