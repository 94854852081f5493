import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

export interface ProviderRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Provider extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string;
  readonly requests: readonly ProviderRequest[];
}

/** A provider of contracts on the loopback interface that answers as a test says. */
export async function startProvider(
  answer: (request: ProviderRequest, response: ServerResponse) => void,
): Promise<Provider> {
  const requests: ProviderRequest[] = [];
  const server = createServer((incoming, response) => {
    const request = { url: incoming.url ?? "", headers: incoming.headers };
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a document. */
export function sendDocument(response: ServerResponse, text: string, type = "application/openapi+json"): void {
  response.writeHead(200, { "content-type": type }).end(text);
}
