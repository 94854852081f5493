import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { freePort } from "./listen.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A web server of the system that can serve a site with the snippet that `docs-build headers` prints for it. */
export interface WebServer {
  readonly format: "nginx" | "caddy";
  /** Null where it isn't installed. */
  readonly program: string | null;
  readonly settings: (site: ServedSite) => string;
  readonly args: (folder: string) => readonly string[];
}

export interface ServedSite {
  /** The server's `root`. */
  readonly root: string;
  /** Path of the snippet. */
  readonly snippet: string;
  readonly port: number;
}

const nginx: WebServer = {
  format: "nginx",
  program: find("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"),
  settings: ({ root, snippet, port }) => `daemon off; pid nginx.pid; error_log stderr; worker_processes 1;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events {}
    http {
      access_log off; client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
      types { text/html html; text/css css; text/javascript js; image/png png; application/json json; }
      server { listen 127.0.0.1:${port}; root ${root}; include ${snippet}; }
    }`,
  args: (folder) => ["-p", folder, "-c", join(folder, "settings"), "-e", "stderr"],
};

const caddy: WebServer = {
  format: "caddy",
  program: find("/usr/bin/caddy", "/usr/local/bin/caddy", "/opt/homebrew/bin/caddy"),
  settings: ({ root, snippet, port }) => `{
    admin off
    auto_https off
}
http://127.0.0.1:${port} {
    root * ${root}
    import ${snippet}
}
`,
  args: (folder) => ["run", "--adapter", "caddyfile", "--config", join(folder, "settings")],
};

export const webServers: readonly WebServer[] = [nginx, caddy];

function find(...paths: readonly string[]): string | null {
  return paths.find((path) => existsSync(path)) ?? null;
}

export interface RunningServer extends AsyncDisposable {
  readonly origin: string;
}

/** Starts a server and waits until it answers. `root` and `snippet` as in {@link ServedSite}. */
export async function startWebServer(server: WebServer, site: Omit<ServedSite, "port">): Promise<RunningServer> {
  const port = await freePort();
  const folder = await temporaryFolder({ settings: server.settings({ ...site, port }) });
  const child = spawn(server.program ?? "", server.args(folder.path), {
    env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`${server.format} ended: ${output}`);
    await setTimeout(20);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}
