import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RawOptions {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The response may be endless: only its head counts. */
  readonly isStream?: boolean;
}

/** One request with exactly these headers, and its unprocessed response. */
export async function request({
  port,
  path,
  method = "GET",
  headers = {},
  body = "",
  isStream = false,
}: RawOptions): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ port, host: "127.0.0.1", path, method, headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response;
      const chunks: Buffer[] = [];
      if (isStream) {
        resolve({ status, headers: response.headers, body: Buffer.alloc(0) });
        response.destroy();
        return;
      }
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on("error", reject).end(body);
  });
}

/** Sends raw bytes, one per character, and returns the response until the server closes the connection. */
export async function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(text, "latin1"));
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
    socket
      .on("close", () => resolve(answer))
      .on("error", (error: NodeJS.ErrnoException) =>
        error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(answer) : reject(error),
      );
  });
}
