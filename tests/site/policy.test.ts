import { expect, test } from "vitest";

import { buildSite, type TestSite } from "../support/build-site.ts";

/* Additions to the content policy by a site's settings. `browser/sweeps/look` tests them in a browser. */

const page = { "content/index.md": "# Home\n" };

async function build(yaml: string, files: Readonly<Record<string, string>> = page) {
  return buildSite({ ...files, "content/site.yaml": yaml });
}

function findingsOf({ diagnostics }: TestSite): readonly string[] {
  return diagnostics.map(({ message, position, hint }) => {
    const at = `${position?.line ?? 0}:${position?.column ?? 0}`;
    return `${at} ${message}${hint === null ? "" : ` — ${hint}`}`;
  });
}

const yaml = `policy:
  script-src: [https://cdn.example.com/]
  connect-src: [wss://live.example.com, "https://*.metrics.example.com:8443"]
  frame-src: [https://video.example.com]
  worker-src: ["blob:"]
  form-action: [https://forms.example.com]
head:
  - script: { src: https://count.example.com/a.js, defer: true, data-site: 12, async: false }
    policy: { connect-src: [https://count.example.com], img-src: [https://count.example.com] }
  - link: { rel: stylesheet, href: https://fonts.example.com/a.css, crossorigin: anonymous }
  - link: { rel: preconnect, href: https://far.example.com }
  - link: { rel: manifest, href: /app.json }
  - script: { src: /own.js, type: module }
  - meta: { name: verification, content: '"><script>alert(1)</script>' }
baseUrl: /docs/
`;

const files = { ...page, "content/static/own.js": "", "content/static/app.json": "{}" };

test("additions to the policy are in the pages and the headers of hosts, with the origins that the head uses", async () => {
  const site = await build(yaml, files);
  expect(site.diagnostics).toEqual([]);
  const [, written = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(site.read("index.html")) ?? [];
  const policy = written.replaceAll("&#x27;", "'");
  expect(policy.replace(/'sha256-[^']*'/, "HASH").split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self' HASH https://cdn.example.com https://count.example.com",
    "style-src 'self' https://fonts.example.com",
    "img-src 'self' data: https://count.example.com",
    "connect-src 'self' wss://live.example.com https://*.metrics.example.com:8443 https://count.example.com",
    "base-uri 'none'",
    "form-action https://forms.example.com",
    "object-src 'none'",
    "frame-src https://video.example.com",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
  ]);
  expect(site.read("_headers")).toContain(`  Content-Security-Policy: ${policy}; frame-ancestors 'none'\n`);
});

test("elements of the head are published as written, with site files below the base URL", async () => {
  const html = (await build(yaml, files)).read("index.html");
  const head = html.slice(0, html.indexOf("</head>")).replace(/crossOrigin/g, "crossorigin");
  for (const element of [
    '<script src="https://count.example.com/a.js" defer="" data-site="12"></script>',
    '<link rel="stylesheet" href="https://fonts.example.com/a.css" crossorigin="anonymous"/>',
    '<link rel="preconnect" href="https://far.example.com"/>',
    '<link rel="manifest" href="/docs/app.json"/>',
    '<script src="/docs/own.js" type="module"></script>',
    '<meta name="verification" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
  ])
    expect(head).toContain(element);
});

const opens = "would let anything run that gets into a page";
const noOrigin = "must be an origin";
const noAddress = "must be an http or https address";

test.each([
  ["policy: { script-src: [\"'unsafe-inline'\"] }", opens],
  ["policy: { script-src: [unsafe-eval] }", opens],
  ["policy: { style-src: [\"'unsafe-hashes'\"] }", opens],
  ["policy: { script-src: ['*'] }", noOrigin],
  ["policy: { script-src: ['https:'] }", noOrigin],
  ["policy: { script-src: ['data:'] }", noOrigin],
  ["policy: { script-src: [https://x.example.com/a.js] }", noOrigin],
  ["policy: { img-src: ['https://x.example.com; script-src *'] }", noOrigin],
  ["policy: { img-src: [https://*.com] }", noOrigin],
  ["policy: { scrpt-src: [https://x.example.com] }", "did you mean `script-src`?"],
  ["head: [{ script: { src: 'javascript:alert(1)' } }]", noAddress],
  ["head: [{ link: { rel: stylesheet, href: //x.example.com/a.css } }]", noAddress],
  ["head: [{ script: { src: 'https://x.example.com;sandbox/a.js' } }]", noAddress],
  ["head: [{ script: { src: 'https://{env.token}.example.com/a.js' } }]", noAddress],
  ["head: [{ link: { rel: icon, href: 'https://$uri.example.com/a.ico' } }]", noAddress],
  ["head: [{ script: { src: /a.js, onload: alert(1) } }]", "the policy lets no page act on it"],
  ["head: [{ meta: { http-equiv: refresh, content: '0' } }]", "for the policy there is `policy:`"],
  ["head: [{ meta: { 'x><script>': a, content: a } }]", "not an HTML attribute"],
  ["head: [{ script: { text: alert(1) } }]", "a <script> needs `src`"],
  ["head: [{ script: { src: /a.js }, meta: { content: a } }]", "an entry is one of `meta`, `link` and `script`"],
])("a policy that would open the pages to everyone is refused: %s", async (written, reason) => {
  const site = await build(`${written}\n`);
  expect(findingsOf(site)).toEqual([expect.stringContaining(reason)]);
  expect(site.read("index.html")).not.toMatch(/unsafe-|javascript:|onload|refresh/);
});

test("a missing file of the head is a finding where it's named", async () => {
  const site = await build("head:\n  - script: { src: /onw.js }\n", files);
  expect(findingsOf(site)).toEqual(["2:15 there is no file `/onw.js` — try /own.js"]);
});

const embedding = `# Home

<iframe src="https://video.example.com/1" title="A tour" width="560" onload="x()"></iframe>

<iframe src="https://other.example.com/1"></iframe>

![A chart](https://img.example.com/a.png) ![Another](https://img.example.org/a.png)
`;

test("a page embeds only what the policy names", async () => {
  const settings = "policy: { frame-src: [https://video.example.com], img-src: [https://*.example.com] }\n";
  const site = await build(settings, { "content/index.md": embedding });
  const html = site.read("index.html");
  expect(html.match(/<iframe[^>]*>/g)).toEqual([
    '<iframe title="A tour" loading="lazy" src="https://video.example.com/1" width="560">',
  ]);
  expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="https://img.example.com/a.png"')]);
  expect(site.diagnostics.map(({ message, hint }) => `${message} — ${hint}`)).toMatchInlineSnapshot(`
    [
      "the attribute onload of <iframe> is left out — remove it",
      "the element <iframe> is left out — to show it, write \`policy: { frame-src: [https://other.example.com] }\` in content/site.yaml",
      "the image \`https://img.example.org/a.png\` is on another host; its description is published instead — put the file beside the page",
    ]
  `);
  const plain = await build("title: Docs\n", { "content/index.md": embedding });
  expect(plain.read("index.html")).not.toMatch(/<iframe|<img/);
});
