import { cp, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { largeContract } from "../support/large-contract.ts";
import { serveSite, smallSite as site, startServe } from "../support/serve-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* `serve` under load: many clients, many files, the package's own sources. The rest is in `cli/serve`. */

test("requests are answered while a hundred clients hang", async () => {
  await using running = await serveSite(site, ["--watch"]);
  const { server, folder } = running;
  const sockets = Array.from({ length: 100 }, (_, index) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const texts = [
      "",
      "GET / HT",
      "GET / HTTP/1.1\r\nHost: localhost\r\n",
      "GET /__docs-build/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ];
    socket.write(texts[index % texts.length] ?? "");
    socket.pause();
    return socket;
  });
  await Promise.all(sockets.map(async (socket) => new Promise((resolve) => socket.once("connect", resolve))));
  expect((await fetch(`${server.origin}/guide`)).status).toBe(200);
  await folder.write({ "content/guide.md": "# Guide\n\nStill alive.\n" });
  await server.untilPage("/guide", (html) => html.includes("Still alive."));
  for (const socket of sockets) socket.destroy();
});

test("a contract of 204 operations is built to the end, however often files are saved meanwhile", async () => {
  const api = JSON.stringify(largeContract({ operations: 204 }));
  await using running = await serveSite({ ...site, "openapi/api.json": api }, ["--watch", "--cache", "off"], {
    deadline: 120_000,
  });
  const { server, folder } = running;
  using channel = server.listen("/guide");
  await folder.write({ "openapi/api.json": api.replace("A contract with", "Another contract with") });
  await channel.next(({ kind }) => kind === "building");
  for (const words of ["Saved while it builds", "Saved again"]) {
    await folder.write({ "content/guide.md": `# Guide\n\n${words}.\n` });
    await server.untilPage("/guide", (html) => html.includes(words));
  }
  // The open page comes first, and the others right behind it.
  await server.untilPage("/api", (html) => html.includes("Another contract with"));
  expect(server.output()).not.toMatch(/no progress|crashed/);
});

/** It waits, and leaves the machine's time to other tests. */
const endless = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

function footer(body: string): string {
  return `export function Footer() { ${body} return <footer>Good</footer>; }\n`;
}

test("an endless template is reported after twenty seconds, and saving a correct one fixes it", async () => {
  await using running = await serveSite({ ...site, "templates/footer.tsx": footer("") }, ["--watch"]);
  const { server, folder } = running;
  using channel = server.listen("/guide");
  await channel.next(() => true);
  await folder.write({ "templates/footer.tsx": footer(endless) });
  const event = await channel.next(({ kind }) => kind === "broken");
  expect(event.problems).toEqual([
    expect.objectContaining({
      code: "serve/stalled",
      message: expect.stringMatching(
        /^the build made no progress for 20 seconds at `content\/\w+\.md`, and was ended$/,
      ),
    }),
  ]);
  expect(await server.read("/guide")).toContain("Good");
  await folder.write({ "templates/footer.tsx": footer("").replace("Good", "Good again") });
  await server.untilPage("/guide", (html) => html.includes("Good again"));
});

test("Ctrl-C stops serve in the middle of a build", async () => {
  await using running = await serveSite({ ...site, "templates/footer.tsx": footer("") }, ["--watch"]);
  const { server, folder } = running;
  using channel = server.listen();
  await folder.write({ "templates/footer.tsx": footer(endless) });
  await channel.next(({ kind }) => kind === "building");
  server.child.kill("SIGINT");
  expect(await server.exited).toBe(130);
  expect(server.output()).not.toContain("no progress");
});

test("--watch in the package itself shows edits of templates, styles, browser code and shared code", async () => {
  await using folder = await temporaryFolder({ "content/index.md": "# Home\n" });
  for (const part of ["bin", "lib", "src", "templates", "package.json"])
    await cp(join(packageRoot, part), join(folder.path, part), { recursive: true });
  await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
  await using server = await startServe(["--port", "0", "--watch"], {
    cwd: folder.path,
    bin: join(folder.path, "bin/docs-build.js"),
  });
  const edit = async (file: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(folder.path, file), change(await folder.read(file)));
  const nameOf = (html: string, name: string): string => new RegExp(`${name}-[A-Z0-9]+`).exec(html)?.[0] ?? "";
  const compiled = await server.read("/");
  await edit("src/shared/samples/curl.ts", (text) => text.replace("--fail-with-body", "--fail"));
  await server.untilPage("/", (html) => nameOf(html, "boot") !== nameOf(compiled, "boot"));
  await edit("templates/footer.tsx", (text) => text.replace("<footer", '<footer data-new=""'));
  await server.untilPage("/", (html) => html.includes('<footer data-new=""'));
  const before = await server.read("/");
  await edit("templates/styles/base.css", (text) => `${text}\n.new-rule { color: red; }\n`);
  const styled = await server.untilPage("/", (html) => nameOf(html, "styles") !== nameOf(before, "styles"));
  expect(nameOf(styled, "boot")).toBe(nameOf(before, "boot"));
  await edit("src/client/boot.ts", (text) => `${text}\nconsole.log("new");\n`);
  await server.untilPage("/", (html) => nameOf(html, "boot") !== nameOf(before, "boot"));
});

test("--watch sees edited, new and deleted files on systems that need polling", async () => {
  await using running = await serveSite(site, ["--watch"], { env: { CHOKIDAR_USEPOLLING: "1" } });
  const { server, folder } = running;
  await folder.write({ "content/guide.md": "# Guide\n\nPolled words.\n", "content/polled.md": "# Polled\n" });
  await server.untilPage("/guide", (html) => html.includes("Polled words."));
  await server.untilPage("/polled", (html) => html.includes("<h1>Polled</h1>"));
  await folder.remove("content/polled.md");
  await server.untilPage("/polled", (html) => html.includes("couldn't find that page"));
});

test("a watcher that is left running doesn't keep an ended server alive", async () => {
  const left =
    'import {watch} from "node:fs"; import {isMainThread} from "node:worker_threads"; isMainThread && watch(".")';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(left)}` };
  await using running = await serveSite(site, ["--watch"], { env });
  running.server.child.kill("SIGINT");
  expect(await running.server.exited).toBe(130);
});
