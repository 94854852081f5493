import { createServer, type RequestListener } from "node:http";

export interface Listening extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
}

/** A server on the loopback interface, on a port of its own. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A free port. */
export async function freePort(): Promise<number> {
  await using server = await listen((_, response) => response.end());
  return server.port;
}
