import { encodeRoute, markdownPathOf } from "#shared/route.ts";
import type { HeadElementView } from "#shared/assets-view.ts";
import type { PageView } from "#shared/view.ts";

/** The metadata for browsers, search engines and link previews. */
export function Head({ view }: { readonly view: PageView }) {
  const { route, site } = view;
  const { assets, defaultColorMode } = site;
  const { light, dark } = assets.paper;
  const markdown = markdownPathOf(route);
  // The route that the page was written for: the inline script compares it with the actual one (src/client/inline.ts).
  const builtFor = { "data-base": site.baseUrl, "data-route": encodeURI(route).replace(/\/?$/, "/") };
  return (
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={assets.contentPolicy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={defaultColorMode === "system" ? "light dark" : defaultColorMode} />
      <meta
        name="theme-color"
        content={defaultColorMode === "dark" ? dark : light}
        data-light={light}
        data-dark={dark}
      />
      <script dangerouslySetInnerHTML={{ __html: assets.inlineScript }} />
      <title>{view.browserTitle}</title>
      {assets.fonts.map(({ href, type }) => (
        <link key={href} rel="preload" as="font" href={href} type={type} crossOrigin="" />
      ))}
      {/* The explorer's are fetched with the first explorer. */}
      <link rel="stylesheet" href={assets.styles} data-explorer-styles={assets.explorerStyles} {...builtFor} />
      {view.kind === "reference" && <link rel="stylesheet" href={assets.referenceStyles} {...builtFor} />}
      {view.kind === "not-found" && <link rel="stylesheet" href={assets.lostStyles} {...builtFor} />}
      {view.hasParts && <link rel="stylesheet" href={assets.partStyles} {...builtFor} />}
      <link rel="stylesheet" href={assets.printStyles} media="print, (forced-colors: active)" />
      {assets.icons.map((icon) => (
        <link key={icon.href} {...icon} />
      ))}
      <script
        type="module"
        src={assets.script}
        {...builtFor}
        data-islands={Object.keys(assets.islands).length > 0 ? JSON.stringify(assets.islands) : undefined}
      />
      {view.description !== "" && <meta name="description" content={view.description} />}
      {(view.unlisted || view.kind === "not-found") && <meta name="robots" content="noindex, nofollow" />}
      {view.kind !== "not-found" && view.canonicalUrl !== null && <link rel="canonical" href={view.canonicalUrl} />}
      {markdown !== null && <link rel="alternate" type="text/markdown" href={site.baseUrl + encodeRoute(markdown)} />}
      <SocialPreview view={view} />
      {assets.head.map((added) => (
        <HeadElement key={added.origin} added={added} />
      ))}
    </head>
  );
}

function HeadElement({ added }: { readonly added: HeadElementView }) {
  const { element: Element, attributes, origin } = added;
  const written = Object.entries(attributes).map(([name, value]) => {
    // React takes these two as booleans, and every other attribute as a string.
    const isFlag = name === "async" || name === "defer";
    return [attributeNames.get(name) ?? name, isFlag ? value !== "false" : value === true ? "" : value] as const;
  });
  return <Element {...Object.fromEntries(written)} data-origin={origin} />;
}

/** The attributes that React spells differently from HTML. */
const attributeNames: ReadonlyMap<string, string> = new Map([
  ["crossorigin", "crossOrigin"],
  ["fetchpriority", "fetchPriority"],
  ["hreflang", "hrefLang"],
  ["nomodule", "noModule"],
  ["referrerpolicy", "referrerPolicy"],
]);

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
