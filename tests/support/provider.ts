import type { IncomingHttpHeaders, ServerResponse } from "node:http";

import { listen, type Listening } from "./listen.ts";

export interface ProviderRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Provider extends Listening {
  readonly requests: readonly ProviderRequest[];
}

/** A provider of contracts on the loopback interface that answers as a test says. */
export async function startProvider(
  answer: (request: ProviderRequest, response: ServerResponse) => void,
): Promise<Provider> {
  const requests: ProviderRequest[] = [];
  const server = await listen((incoming, response) => {
    const request = { url: incoming.url ?? "", headers: incoming.headers };
    requests.push(request);
    answer(request, response);
  });
  return { ...server, requests };
}

/** Answers with a document. */
export function sendDocument(response: ServerResponse, text: string, type = "application/openapi+json"): void {
  response.writeHead(200, { "content-type": type }).end(text);
}
