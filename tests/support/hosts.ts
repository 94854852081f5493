/*
 * How static hosts answer, from their own descriptions: enough of each to see whether a site survives it. The site is a
 * set of files; below a base URL, the host strips it.
 */
export type Files = ReadonlyMap<string, string>;

export interface HostAnswer {
  readonly status: number;
  readonly location?: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Host {
  readonly name: string;
  /** Answers a path with its query, as a browser sends it. */
  readonly answer: (files: Files, target: string) => HostAnswer;
}

const split = (target: string): { path: string; query: string } => {
  const index = target.indexOf("?");
  return index < 0 ? { path: target, query: "" } : { path: target.slice(0, index), query: target.slice(index) };
};

const notFound = (files: Files): HostAnswer => ({ status: 404, body: files.get("404.html") ?? "", headers: {} });

/** A host that sends `/x` to `/x/` where `x/index.html` lies, with the given status. */
function folderHost(name: string, redirect: number, options: { keepsQuery: boolean; stripsHtml: boolean }): Host {
  return {
    name,
    answer(files, target) {
      const { path, query } = split(target);
      const file = decodeURIComponent(path).slice(1);
      const body = files.get(file === "" || file.endsWith("/") ? `${file}index.html` : file);
      if (body !== undefined) return { status: 200, body, headers: {} };
      if (files.has(`${file}/index.html`))
        return { status: redirect, location: `${path}/${options.keepsQuery ? query : ""}`, headers: {} };
      const html = options.stripsHtml ? files.get(`${file}.html`) : undefined;
      return html === undefined ? notFound(files) : { status: 200, body: html, headers: {} };
    },
  };
}

export const githubPages = folderHost("GitHub Pages", 301, { keepsQuery: true, stripsHtml: true });
export const s3Website = folderHost("S3 website", 302, { keepsQuery: false, stripsHtml: false });

/** nginx with `try_files $uri $uri/index.html =404`: both slash forms at once. */
export const nginx: Host = {
  name: "nginx",
  answer(files, target) {
    const file = decodeURIComponent(split(target).path).slice(1).replace(/\/$/, "");
    const body = files.get(file) ?? files.get(file === "" ? "index.html" : `${file}/index.html`);
    return body === undefined ? notFound(files) : { status: 200, body, headers: {} };
  },
};

/** Cloudflare Pages: `_redirects` first, `/x` to `/x/` by 308, `_headers` on what is served, equal headers joined by a comma. */
export const cloudflarePages: Host = {
  name: "Cloudflare Pages",
  answer(files, target) {
    const { path, query } = split(target);
    const redirect = (files.get("_redirects") ?? "")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([from]) => from === path);
    if (redirect !== undefined) {
      const [, to = "", status = "302"] = redirect;
      return { status: Number(status), location: withQuery(to, query), headers: {} };
    }
    const answer = folderHost("", 308, { keepsQuery: true, stripsHtml: true }).answer(files, target);
    return { ...answer, headers: answer.status === 200 ? headersFor(files.get("_headers") ?? "", path) : {} };
  },
};

function withQuery(address: string, query: string): string {
  const [path = "", fragment] = address.split("#");
  return `${path}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The headers that a `_headers` file gives a path. `*` stands for anything. */
export function headersFor(text: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let matches = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("/")) matches = new RegExp(`^${line.split("*").map(escapeRegExp).join(".*")}$`).test(path);
    const [, name, value] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
    if (!matches || name === undefined || value === undefined) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
