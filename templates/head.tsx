import { encodeRoute, markdownPathOf } from "#shared/route.ts";
import type { HeadElementView } from "#shared/assets-view.ts";
import type { PageView } from "#shared/view.ts";

/** Everything a browser, a search engine or a link preview wants to know before the page. */
export function Head({ view }: { readonly view: PageView }) {
  const { site } = view;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={site.assets.contentPolicy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={site.defaultColorMode === "system" ? "light dark" : site.defaultColorMode} />
      <meta
        name="theme-color"
        content={site.assets.paper[site.defaultColorMode === "dark" ? "dark" : "light"]}
        data-light={site.assets.paper.light}
        data-dark={site.assets.paper.dark}
      />
      <script dangerouslySetInnerHTML={{ __html: site.assets.inlineScript }} />
      <title>{view.browserTitle}</title>
      {site.assets.fonts.map(({ href, type }) => (
        <link key={href} rel="preload" as="font" href={href} type={type} crossOrigin="" />
      ))}
      <link
        rel="stylesheet"
        href={site.assets.styles}
        // Fetched with the first explorer.
        data-explorer-styles={site.assets.explorerStyles}
        {...placeOf(view)}
      />
      {view.kind === "reference" && <link rel="stylesheet" href={site.assets.referenceStyles} {...placeOf(view)} />}
      {view.kind === "not-found" && <link rel="stylesheet" href={site.assets.lostStyles} {...placeOf(view)} />}
      {view.hasParts && <link rel="stylesheet" href={site.assets.partStyles} {...placeOf(view)} />}
      <link rel="stylesheet" href={site.assets.printStyles} media="print, (forced-colors: active)" />
      {site.assets.icons.map((icon) => (
        <link key={icon.href} {...icon} />
      ))}
      <script type="module" src={site.assets.script} {...placeOf(view)} {...islandsOf(view)} />
      {view.description !== "" && <meta name="description" content={view.description} />}
      {(view.unlisted || view.kind === "not-found") && <meta name="robots" content="noindex, nofollow" />}
      {view.kind !== "not-found" && view.canonicalUrl !== null && <link rel="canonical" href={view.canonicalUrl} />}
      <MarkdownLink view={view} />
      <SocialPreview view={view} />
      {site.assets.head.map((added) => (
        <HeadElement key={added.origin} added={added} />
      ))}
    </head>
  );
}

function HeadElement({ added }: { readonly added: HeadElementView }) {
  const { element: Element, attributes, origin } = added;
  const written = Object.entries(attributes).map(([name, value]) => {
    // React knows these two as true or not there, and every other attribute as a text.
    const isFlag = name === "async" || name === "defer";
    return [attributeNames.get(name) ?? name, isFlag ? value !== "false" : value === true ? "" : value] as const;
  });
  return <Element {...Object.fromEntries(written)} data-origin={origin} />;
}

/** The attributes that React writes in another way than HTML. */
const attributeNames: ReadonlyMap<string, string> = new Map([
  ["crossorigin", "crossOrigin"],
  ["fetchpriority", "fetchPriority"],
  ["hreflang", "hrefLang"],
  ["nomodule", "noModule"],
  ["referrerpolicy", "referrerPolicy"],
]);

function MarkdownLink({ view: { route, site } }: { readonly view: PageView }) {
  const path = markdownPathOf(route);
  if (path === null) return null;
  return <link rel="alternate" type="text/markdown" href={site.baseUrl + encodeRoute(path)} />;
}

/** The route that the page was written for: the inline script compares it with the actual one (src/client/inline.ts). */
function placeOf({ site, route }: PageView) {
  return { "data-base": site.baseUrl, "data-route": encodeURI(route).replace(/\/?$/, "/") };
}

function islandsOf({ site: { assets } }: PageView) {
  return Object.keys(assets.islands).length > 0 && { "data-islands": JSON.stringify(assets.islands) };
}

/** Open Graph (ogp.me) and the one Twitter tag that has no Open Graph equivalent. */
function SocialPreview({ view }: { readonly view: PageView }) {
  const { title, assets } = view.site;
  return (
    <>
      <meta property="og:type" content={view.kind === "document" ? "article" : "website"} />
      <meta property="og:site_name" content={title} />
      <meta property="og:title" content={view.browserTitle} />
      {view.description !== "" && <meta property="og:description" content={view.description} />}
      {view.canonicalUrl !== null && <meta property="og:url" content={view.canonicalUrl} />}
      {assets.socialImage !== null && <meta property="og:image" content={assets.socialImage} />}
      <meta name="twitter:card" content={assets.socialImage === null ? "summary" : "summary_large_image"} />
    </>
  );
}
