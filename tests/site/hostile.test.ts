import { Parser } from "htmlparser2";
import { expect, test } from "vitest";

import { hostileContracts } from "../hostile/contracts.ts";
import { hostileBytes } from "../hostile/encodings.ts";
import { hostileFrontMatter } from "../hostile/front-matter.ts";
import { hostileMarkdown } from "../hostile/markdown.ts";
import { hostileHtml } from "../hostile/raw-html.ts";
import { expectContractFinding, expectMarkdownFinding, findingsOf, otherPages } from "../hostile/expect-finding.ts";
import { buildSite, type TestSite } from "../support/build-site.ts";
import { answers, call, object, ref } from "../support/contract-paths.ts";

test.each(hostileMarkdown.filter(({ isSlow = false }) => !isSlow))("Markdown: $name", expectMarkdownFinding);

test.each(hostileFrontMatter)("front matter: $name", async ({ yaml, finding }) => {
  const site = await buildSite({ ...otherPages, "content/hostile.md": `---\n${yaml}\n---\nText` });
  const findings = findingsOf(site, "content/hostile.md");
  if (finding === null) expect(findings).toEqual([]);
  else expect(findings).toContainEqual(expect.stringContaining(finding));
  for (const path of site.paths) expect(path).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|\\/);
  for (const { html } of pagesOf(site)) expect(activeContent(html)).toEqual([]);
});

test.each(hostileBytes)("encoding: $name", async ({ bytes, finding }) => {
  const site = await buildSite({ ...otherPages, "content/page.md": bytes });
  expect(findingsOf(site, "content/page.md")).toEqual(finding === null ? [] : [`content/page.md: ${finding}`]);
  if (finding === null) expect(site.read("page/index.html")).toContain("<h1>Page</h1>");
});

test("a byte that isn't UTF-8 is reported at its offset, in front matter and in text", async () => {
  const positionOf = async (bytes: Uint8Array) => {
    const { diagnostics } = await buildSite({ "content/index.md": "# Home", "content/page.md": bytes });
    return diagnostics.map(({ position }) => position);
  };
  const before = Buffer.from("\uFEFF# Überweisung\r\n\r\n\uFFFD €: ");
  const at = { file: "content/page.md", line: 3, column: 6 };
  expect(await positionOf(Buffer.concat([before, Uint8Array.of(0xe9, 0x20)]))).toEqual([at]);
  expect(await positionOf(Buffer.concat([before, Uint8Array.of(0xef, 0xbf)]))).toEqual([at]);
  expect(await positionOf(Buffer.concat([before, Uint8Array.of(0)]))).toEqual([at]);
});

test.each(hostileContracts.filter(({ isSlow = false }) => !isSlow))("contract: $name", expectContractFinding);

test.each(hostileHtml)("raw HTML runs nothing on the page or around it: %s", async (html) => {
  const site = await buildSite({
    "content/index.md": `# ${html}\n\n${html}\n\ntext ${html} text\n\n| a |\n|---|\n| ${html} |\n\n:::note[${html}]\n${html}\n:::`,
    "content/site.yaml": `title: ${JSON.stringify(html)}\nannouncement: { id: a, text: ${JSON.stringify(html)} }\nfooter: { copyright: ${JSON.stringify(html)} }`,
  });
  expect(pagesOf(site)).toHaveLength(2);
  for (const page of pagesOf(site)) expect(activeContent(page.html), page.path).toEqual([]);
});

test("raw HTML in any string of the contract runs nothing in the reference", async () => {
  const operations = hostileHtml.map((html, index) => {
    const texts = { summary: html, description: html, tags: [html], responses: { 200: { description: html } } };
    return [`/x${index}`, { get: { operationId: `x${index}`, ...texts } }];
  });
  const schemas = hostileHtml.map((html, index) => [
    `S${index}`,
    { type: "string", title: html, description: html, enum: [html], default: html, examples: [html], pattern: html },
  ]);
  const [title, version, name] = hostileHtml;
  const contact = { name, url: "javascript:alert(1)" };
  const contract = {
    openapi: "3.1.0",
    info: { title, version, description: hostileHtml.join("\n\n"), contact },
    tags: hostileHtml.map((html) => ({ name: html, description: html })),
    paths: Object.fromEntries(operations),
    components: { schemas: Object.fromEntries(schemas) },
  };
  const site = await buildSite({ "content/index.md": "# Home", "openapi/api.json": JSON.stringify(contract) });
  expect(site.read("api/index.html")).toContain("/x40");
  for (const page of pagesOf(site)) expect(activeContent(page.html), page.path).toEqual([]);
});

test.each(["Map", "__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
  "a page, a tag and a schema may be named %s",
  async (name) => {
    const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
tags: [{ name: ${name} }]
paths: { /${name}: { ${call("get", `operationId: ${name}`, `tags: [${name}]`, answers(ref(name)))} } }
components: { schemas: { ${name}: ${object(`${name}: { type: string }`)} } }
`;
    const page = `## \`${name}\`\n\n[self](#${name.toLowerCase()})`;
    const site = await buildSite({
      "content/page.md": `---\ntitle: ${name}\nslug: /${name}\n---\n${page}`,
      "openapi/api.yaml": contract,
    });
    expect(
      site.diagnostics.filter(({ severity, code }) => severity === "error" && code !== "contract/invalid"),
    ).toEqual([]);
    expect(site.read(`${name}/index.html`)).toContain(`<h1>${name}</h1>`);
  },
);

interface PageFile {
  readonly path: string;
  readonly html: string;
}

function pagesOf(site: TestSite): PageFile[] {
  return site.paths.filter((path) => path.endsWith(".html")).map((path) => ({ path, html: site.read(path) }));
}

const harmlessScripts = /^\/assets\/(boot|redirect)-[A-Z0-9]{8}\.js$/;
const neverThere =
  /^(?:iframe|object|embed|form|base|style|template|plaintext|frame|frameset|video|audio|source|math|use|textarea|marquee)$/;

/** Everything on a page that runs or loads and isn't the site's own. */
function activeContent(html: string): string[] {
  const found: string[] = [];
  let inlineScripts = 0;
  let ownForms = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { src, href, type } = attributes;
      // The search closes with a form that is never submitted; it comes before the author's content.
      const isOwnForm = name === "form" && attributes["method"] === "dialog" && ownForms++ === 0;
      if (neverThere.test(name) && !isOwnForm) found.push(`<${name}>`);
      for (const attribute of Object.keys(attributes)) {
        if (/^on|^style$|^srcdoc$|^formaction$|^ping$|^srcset$|^background$/i.test(attribute))
          found.push(`${name} ${attribute}`);
      }
      if (name === "script" && src === undefined && type !== "application/json" && inlineScripts++ > 0)
        found.push("a second inline script");
      if (name === "script" && src !== undefined && !harmlessScripts.test(src)) found.push(`script ${src}`);
      if (name === "img" && src !== undefined && !/^\/(?!\/)/.test(src)) found.push(`img ${src}`);
      if (name === "link" && !/^\/(?!\/)/.test(href ?? "")) found.push(`link ${href}`);
      if (name === "meta" && attributes["http-equiv"] === "refresh") found.push("meta refresh");
      // eslint-disable-next-line no-control-regex
      if (href !== undefined && /^(javascript|vbscript|data):/i.test(href.replace(/[\u0000-\u0020]/g, "")))
        found.push(`href ${href}`);
      if (attributes["target"] === "_blank" && !/noopener/.test(attributes["rel"] ?? ""))
        found.push("_blank without noopener");
    },
  });
  parser.end(html);
  return found;
}
