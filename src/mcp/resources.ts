import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";

import type { ListedPage } from "#shared/site-manifest.ts";

import { findPage } from "./site/find-page.ts";
import { McpFault } from "./site/site-files.ts";
import type { SiteReader } from "./site/site-reader.ts";
import { asData } from "./tools/answer.ts";

/** More pages than this are not listed: search finds them, and each can be read all the same. */
const mostListed = 200;

const scheme = "docs:///";

/** The pages of the site as resources, in Markdown. */
export function addResources(server: McpServer, site: SiteReader): void {
  const list = async () => {
    await site.begin();
    const { baseUrl } = await site.manifest();
    const pages = await site.pages();
    return { resources: pages.slice(0, mostListed).map((page) => toResource(page, baseUrl)) };
  };
  const template = new ResourceTemplate(`${scheme}{+path}`, { list });
  const head = { title: "Pages", description: `The documentation in Markdown. ${asData}`, mimeType: "text/markdown" };
  server.registerResource("page", template, head, async ({ href }) => {
    await site.begin();
    const page = await findPage(site, `/${href.slice(scheme.length)}`);
    if (page === null) throw new McpFault(`There is no page ${href}.`);
    return { contents: [{ uri: href, mimeType: "text/markdown", text: `<!-- ${asData} -->\n${page.text}` }] };
  });
}

function toResource({ title, description, address }: ListedPage, baseUrl: string) {
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, "").slice(baseUrl.length);
  return {
    uri: scheme + path,
    name: path,
    title,
    mimeType: "text/markdown",
    ...(description !== "" && { description }),
  };
}
