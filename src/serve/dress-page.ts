/** Where the server keeps what is not of the site: outside any base URL, and no name a page can have. */
export const liveMount = "/__docs-build";

/**
 * A page as `serve --watch` sends it: with the live-reload client, which reads from its own element which version of the page
 * it is in. The built files never hold it, so they stay the bytes that production gets.
 */
export function dressPage(html: string, version: string): string {
  const script = `<script type="module" src="${liveMount}/client.js" data-docs-build-version="${version}"></script>`;
  const end = html.indexOf("</head>");
  return end < 0 ? html + script : html.slice(0, end) + script + html.slice(end);
}

/** What is sent for every address while no build has been good. */
export const emptyPage = dressPage(
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>No good build yet</title></head>
<body><p>There is no good build of this site yet. The page appears by itself as soon as there is one.</p></body>
</html>
`,
  "",
);
