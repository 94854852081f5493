import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";

import { listen, type Listening } from "./listen.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
};

export interface FolderServerOptions {
  /** The site is served below this path, which starts and ends with `/`. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A plain static host: files by path, `index.html` of folders, a redirect from `/x` to `/x/`
 * for folders, `404.html` with status 404.
 */
export async function serveFolder(folder: string, options: FolderServerOptions = {}): Promise<Listening> {
  const { baseUrl = "/", headers = {} } = options;
  return listen((request, response) => {
    void answer(new URL(request.url ?? "/", "http://host")).then(({ status, body, type, location }) => {
      response.writeHead(status, { "content-type": type, ...headers, ...(location && { location }) });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  });

  async function answer({ pathname, search }: URL): Promise<Answer> {
    const path = decodeURIComponent(pathname);
    if (`${path}/` === baseUrl) return { status: 301, type: "text/plain", body: "", location: baseUrl };
    if (!path.startsWith(baseUrl) || path.includes("..")) return notFound();
    const file = join(folder, path.slice(baseUrl.length));
    const entry = await stat(file).catch(() => null);
    if (entry?.isDirectory() && !path.endsWith("/"))
      return { status: 301, type: "text/plain", body: "", location: `${pathname}/${search}` };
    const found = entry?.isDirectory() ? join(file, "index.html") : file;
    const body = await readFile(found).catch(() => null);
    return body === null
      ? notFound()
      : { status: 200, body, type: types[extname(found)] ?? "application/octet-stream" };
  }

  async function notFound(): Promise<Answer> {
    const body = await readFile(join(folder, "404.html")).catch(() => "not found");
    return { status: 404, body, type: "text/html; charset=utf-8" };
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly location?: string;
}
