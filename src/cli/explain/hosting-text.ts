import { assetCaching, hiddenFiles, pageCaching } from "#publish/host-rules.ts";

/** How the output folder gets onto a host. */
export const hostingText = `dist/ needs no server code. Routes work with and without the trailing slash, in their letter case
only; unknown addresses get 404.html. Set url: in content/site.yaml, or --site-url: without it
there are no canonical links, no sitemap.xml and no social image.

Headers
  Every page carries its Content-Security-Policy as a <meta>. Hosts that can send headers add frame
  protection, nosniff, referrer and permissions policies, and caching: for ever for assets/, ask
  first for pages. The policy holds a hash of the inline script: write the snippets of nginx and
  Caddy again when servers, redirects or the package change.

GitHub Pages
  A project site lies below its name:
    docs-build --base-url /repo/ --site-url https://you.github.io
  Headers cannot be set there; the <meta> policy holds, and old addresses lead on by their pages.

Netlify, Cloudflare Pages
  Build with npm run build, publish dist. _headers and _redirects are in it; they count at the root
  of a site only, so use no base URL.

S3 with a CDN
  Index document index.html, error document 404.html, on the website endpoint; with a private
  bucket, a CDN function appends index.html. Upload assets/ with
    Cache-Control: ${assetCaching}
  and the rest with
    Cache-Control: ${pageCaching}
  Leave out ${hiddenFiles.join(", ")}. Set the headers that
  docs-build headers --format netlify prints.

nginx
  docs-build headers > /etc/nginx/snippets/docs.conf
  In the server block: root /srv/www; include snippets/docs.conf;

Caddy
  docs-build headers --format caddy > docs.caddy
  In the site block: root * /srv/www and import docs.caddy

  Below /docs/, for both: --base-url /docs/, with the site in /srv/www/docs.

Pictures
  Link previews show content/static/social.png, 1200 x 630, or the package's neutral picture. The
  icons are favicon.ico, an SVG, and a PNG for home screens; a site with a favicon.svg, favicon.ico,
  favicon.png or apple-touch-icon.png in content/static/ has only those. There is no web manifest:
  documentation is not installed.

Search and Markdown
  The search needs no server: the reader's browser fetches search.json and a few of the parts in
  assets/search/. Each page and operation is Markdown too (/broker-api.md, /api/post-loads.md),
  named by llms.txt, and all in llms-full.txt: text/markdown, with X-Robots-Tag: noindex.

Dates
  Those of guides and of the sitemap come from git. A shallow clone has none: fetch the whole
  history, or set SOURCE_DATE_EPOCH.

Old addresses
  redirects: in content/site.yaml, or aliases: in a page. Targets are checked. Query and fragment
  are kept; without script the reader arrives without them, unless the host redirects by itself.

Unlisted pages
  They are in no sitemap, navigation or data file, and ask not to be indexed. They are not private.

Verifying
  docs-build verify dist rebuilds in memory with the same flags and names every file that differs,
  is missing or foreign. The output folder cannot itself be a mount point; use a folder inside it.
  Between the two renames that replace it, it is away for a moment.
`;
