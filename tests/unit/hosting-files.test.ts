import { expect, test } from "vitest";

import { sourcesOf, toContentPolicy } from "#publish/content-policy.ts";
import { type Hosting, toCaddyConfig, toHeadersFile, toNginxConfig, toRedirectsFile } from "#publish/host-rules.ts";
import { toSitemap } from "#publish/publish-site.ts";
import { toRoute } from "#shared/route.ts";

const position = { file: "content/site.yaml", line: 1, column: 1 };
const redirect = (from: string, href: string) => ({ from: toRoute(from), href, listed: true, position });
const hosting: Hosting = {
  baseUrl: "/docs/",
  contentPolicy: "default-src 'none'",
  redirects: [
    redirect("/old", "/docs/new"),
    redirect('/a "b" $c', "/docs/x?y=1#z"),
    redirect("/gone.html", "https://example.com/${x}"),
  ],
};

const linesWith = (text: string, pattern: RegExp): string[] =>
  text.split("\n").flatMap((line) => (pattern.test(line) ? line.trim() : []));

test("nginx redirects both slash forms with their query, and addresses are safely quoted", () => {
  expect(linesWith(toNginxConfig(hosting), /return 301/)).toMatchInlineSnapshot(`
    [
      "location = "/docs/old" { return 301 "/docs/new$is_args$args"; }",
      "location = "/docs/old/" { return 301 "/docs/new$is_args$args"; }",
      "location = "/docs/a \\"b\\" $c" { return 301 "/docs/x?y=1&$args#z"; }",
      "location = "/docs/a \\"b\\" $c/" { return 301 "/docs/x?y=1&$args#z"; }",
      "location = "/docs/gone.html" { return 301 "https://example.com/%24{x}$is_args$args"; }",
    ]
  `);
});

test.each([toNginxConfig, toCaddyConfig, toHeadersFile])("each host's headers forbid sniffing and framing", (write) => {
  expect(write(hosting)).toMatch(/X-Content-Type-Options:? "?nosniff/);
  expect(write(hosting)).toContain("default-src 'none'; frame-ancestors 'none'");
});

test("Caddy redirects both slash forms with their query", () => {
  expect(linesWith(toCaddyConfig(hosting), /moved/)).toMatchInlineSnapshot(`
    [
      "@docs-moved-1-query {",
      "redir @docs-moved-1-query "/docs/new?{query}" 301",
      "@docs-moved-1 path "/docs/old" "/docs/old/"",
      "redir @docs-moved-1 "/docs/new" 301",
      "@docs-moved-2-query {",
      "redir @docs-moved-2-query "/docs/x?y=1&{query}#z" 301",
      "@docs-moved-2 path "/docs/a \\"b\\" $c" "/docs/a \\"b\\" $c/"",
      "redir @docs-moved-2 "/docs/x?y=1#z" 301",
      "@docs-moved-3-query {",
      "redir @docs-moved-3-query "https://example.com/$%7Bx}?{query}" 301",
      "@docs-moved-3 path "/docs/gone.html"",
      "redir @docs-moved-3 "https://example.com/$%7Bx}" 301",
    ]
  `);
});

test("Caddy sends headers for the home page in both slash forms", () => {
  expect(linesWith(toCaddyConfig(hosting), /^(@docs|\tpath) /)).toMatchInlineSnapshot(`
    [
      "@docs path "/docs" "/docs/*"",
      "path "/docs" "/docs/*"",
      "path "/docs/old" "/docs/old/"",
      "path "/docs/a \\"b\\" $c" "/docs/a \\"b\\" $c/"",
      "path "/docs/gone.html"",
    ]
  `);
  expect(linesWith(toCaddyConfig({ ...hosting, baseUrl: "/" }), /^@docs /)).toEqual(['@docs path "/*"']);
});

test("_redirects has one percent-encoded redirect in each line", () => {
  expect(toRedirectsFile(hosting).split("\n")).toEqual([
    "/docs/old /docs/new 301",
    "/docs/old/ /docs/new 301",
    "/docs/a%20%22b%22%20$c /docs/x?y=1#z 301",
    "/docs/a%20%22b%22%20$c/ /docs/x?y=1#z 301",
    "/docs/gone.html https://example.com/${x} 301",
    "",
  ]);
});

const noServers = { servers: null, explorer: { customServer: false } };

test("the policy lists each server's origin once, and skips servers without a web address", () => {
  const good = ["https://a.example/v1", "https://a.example/v2", "http://localhost:4010/x"];
  const addresses = [...good, "javascript:alert(1)", "/v1", "https://b.example; script-src *"];
  const servers = addresses.map((url) => ({ name: url, url, kind: "staging" as const }));
  const sources = sourcesOf(noServers, [{ contract: { servers: [], operations: [] }, version: { servers } }]);
  const policy = toContentPolicy({ inlineScript: "1", sources, additions: {} });
  expect(policy).toContain("connect-src 'self' https://a.example http://localhost:4010;");
  expect(policy).toContain("'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
});

test.each([
  ["https://{region}.example.com/{path}", "https://eu.example.com https://us.example.com", ["eu", "us"]],
  ["https://{region}.example.com", "https://eu.example.com https://*.example.com", []],
  ["https://api-{region}.eu.example.com:8443", "https://api-eu.eu.example.com:8443 https://*.eu.example.com:8443", []],
  ["https://{region}.com/", "https://eu.com", []],
  ["{region}://api.example.com/", "https://api.example.com http://api.example.com", ["https", "http"]],
  ["https://{region}", "https://eu", []],
  ["//{region}.example.com", "eu.example.com us.example.com", ["eu", "us"]],
  ["https://api.example.com/{region}", "https://api.example.com", []],
  ["https://{region}.example.com", "https://eu.example.com", ["eu", "a;script-src"]],
])("the policy covers %s as %s", (template, sources, values) => {
  const variables = [{ name: "region", default: values[0] ?? "eu", enum: values, description: null }];
  const server = { template, url: template, variables, name: null, description: null };
  const contract = { servers: [], operations: [{ servers: [server] }] };
  expect(sourcesOf(noServers, [{ contract, version: { servers: [] } }]).join(" ")).toBe(sources);
});

test("a sitemap escapes XML characters and writes dates in UTC", () => {
  expect(toSitemap([{ address: "https://x.example/a&b'<c>", modified: 1_700_000_000 }])).toContain(
    "<url><loc>https://x.example/a&amp;b&apos;&lt;c&gt;</loc><lastmod>2023-11-14T22:13:20Z</lastmod></url>",
  );
});
