import { readFile } from "node:fs/promises";
import { join } from "node:path";

import * as React from "react";
import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { buildFolder } from "../support/build-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* A site defines its own islands in `templates/islands/*.tsx`, and adds files that its styles name. */

async function buildIn(files: Readonly<Record<string, string | Uint8Array>>) {
  await using site = await temporaryFolder({ "content/index.md": "# Docs\n\n::show\n", ...files });
  return await buildFolder(site.path, { flags: { baseUrl: "/docs/" } });
}

const show = (props: string) => `import { Island } from "../island.tsx";
import Clock from "../islands/clock.tsx";
export default () => <div><Island name="clock" component={Clock} props={${props}} /></div>;
`;
const clock = `import React, { useState } from "react";
export default ({ at }) => <b>{useState(at)[0]}<React.Fragment /> {"<x>"}</b>;`;
const one = "export default () => <b>1</b>;";
const files = (props: string, island = clock) => ({
  "templates/directives/show.tsx": show(props),
  "templates/islands/clock.tsx": island,
});

test("an island is on the page as React rendered it, with its props, and the page names the file that hydrates it", async () => {
  const { found, html, outputs } = await buildIn(files('{ at: "10:30 </script>" }'));
  expect(found).toEqual([]);
  expect(html).toContain(
    '<div><div data-island="clock"><b>10:30 &#x3C;/script><!-- --> <!-- -->&#x3C;x></b></div>' +
      '<script type="application/json">{"at":"10:30 \\u003c/script>"}</script></div>',
  );
  const [, named = ""] = /data-islands="([^"]*)"/.exec(html) ?? [];
  const islands: unknown = JSON.parse(named.replaceAll("&quot;", '"'));
  expect(islands).toEqual({ clock: expect.stringMatching(/^\/docs\/assets\/island-clock-[A-Z0-9]{8}\.js$/) });
  const path = [...outputs.keys()].find((name) => name.startsWith("assets/island-clock-")) ?? "";
  expect(outputs.get(path)).toMatch(/from"\.\/site-islands-[A-Z0-9]{8}\.js"/);
  expect(outputs.get(path)?.length).toBeLessThan(1000);
});

test.each([
  ["a function", "{ at: () => 1 }"],
  ["a date", "{ at: new Date(0) }"],
  ["a map", "{ at: new Map() }"],
  ["NaN", "{ at: NaN }"],
  ["a nested function", "{ at: [{ c: () => 2 }] }"],
])("a prop that is %s is a finding where the island is shown", async (_name, props) => {
  const { found } = await buildIn(files(props, one));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    /^error directive\/invalid content\/index\.md:3:1 `show` throws: the prop `(?:at|c)` of an island isn't JSON/,
  );
});

test.each([
  ["has no default export", "export const Clock = () => <b>1</b>;", 'clock.tsx" for import "default"'],
  ["doesn't compile", "export default () => <b>", "Unexpected end of file"],
  ["imports a server library", `import "react-dom/server";\n${one}`, 'browsers, where there is no "react-dom/server"'],
])("an island that %s is one finding at its file, and pages are still built", async (_name, island, expected) => {
  const { found, html } = await buildIn(files("{}", island));
  expect(found).toEqual([expect.stringContaining("error template/invalid templates/islands/clock.tsx:")]);
  expect(found.join()).toContain(expected);
  expect(html).toContain("<h1>Docs</h1>");
});

test("islands can import everything that React exports for them from the page's React", async () => {
  const text = await readFile(join(packageRoot, "src/client/site-islands.ts"), "utf8");
  const exported = new Set(text.match(/\b\w+(?=,?\n)|\w+/g));
  const rare =
    /^(?:_|unstable_|act$|cache|captureOwnerStack$|version$|Activity$|ViewTransition$|addTransitionType$|useEffectEvent$)/;
  expect(Object.keys(React).filter((name) => !rare.test(name) && name !== "default" && !exported.has(name))).toEqual(
    [],
  );
});

test("files that a site's styles name are published next to them, named by their content", async () => {
  const { found, html, outputs } = await buildIn({
    "content/index.md": "# Docs\n",
    "templates/styles/tokens.css":
      '@font-face { font-family: Own; src: url("./own.woff2") format("woff2"), url(own.woff); }\n.a { background: url(a.svg); }\n.b { background: url("../pictures/b.png"); }',
    "templates/styles/own.woff2": new Uint8Array([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 255]),
    "templates/styles/own.woff": new Uint8Array([1, 2, 3]),
    "templates/styles/a.svg": "<svg/>",
    "templates/pictures/b.png": new Uint8Array([4, 5]),
  });
  expect(found).toEqual([]);
  const styles = [...outputs].find(([path]) => path.startsWith("assets/styles-"))?.[1] ?? "";
  const named = [...styles.matchAll(/url\("?\.\/([^")]+)"?\)/g)].map(([, name = ""]) => name);
  expect(named.map((name) => name.replace(/-[A-Z0-9]{8}/, ""))).toEqual(["own.woff2", "own.woff", "a.svg", "b.png"]);
  for (const name of named) expect([...outputs.keys()]).toContain(`assets/${name}`);
  expect(html).toContain("font-src &#x27;self&#x27;");
});
