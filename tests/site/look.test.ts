import { expect, test } from "vitest";

import { buildSite } from "../support/build-site.ts";

/* The look settings of a site. `browser/sweeps/look` tests them in a browser. */

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><path d="M0 0h120v30H0z"/></svg>';
const font = new Uint8Array(2_000);
const files = {
  "content/index.md": "# Home\n",
  "content/static/logo.svg": svg,
  "content/static/logo-dark.svg": svg.replace("M0", "M1"),
  "content/static/fonts/a.woff2": font,
  "content/static/brand.css": "h1 { color: red }\n",
};

async function build(yaml: string, more: Readonly<Record<string, string | Uint8Array>> = {}) {
  return buildSite({ ...files, ...more, "content/site.yaml": yaml });
}

/** Findings with their messages and fixes. */
async function findings(yaml: string, more: Readonly<Record<string, string | Uint8Array>> = {}) {
  const { diagnostics } = await build(yaml, more);
  return diagnostics.map(({ code, message, position, hint, fix }) => {
    const { file = "", line = 0, column = 0 } = position ?? {};
    const finding = `${file.replace("content/", "")}:${line}:${column} ${code} ${message}${hint === null ? "" : ` — ${hint}`}`;
    return fix === undefined
      ? finding
      : `${finding} [${fix.range.start.line}:${fix.range.start.column} ${fix.replacement}]`;
  });
}

/** The styles that come after all others. */
async function stylesOf(yaml: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const site = await build(yaml, more);
  const [, path = ""] =
    /<body><link rel="stylesheet" href="\/(assets\/site-[^"]*)"/.exec(site.read("index.html")) ?? [];
  return site.read(path);
}

test("a site without look settings has no extra styles, preloads or policy", async () => {
  const site = await build("title: Docs\n");
  expect(site.read("index.html")).toContain("<body><a href");
  expect(site.paths.filter((path) => /assets\/(?:site|look)-\w+\.css/.test(path))).toEqual([]);
  expect(site.read("_headers")).not.toContain("font-src");
});

test("a logo is an image with its size, one for each mode, and the footer shows the one for dark backgrounds", async () => {
  const site = await build("title: Acme\nlogo: { light: /logo.svg, dark: /logo-dark.svg, title: false }\n");
  const html = site.read("index.html");
  const [brand = ""] = /<a [^>]*class="brand[^]*?<\/a>/.exec(html) ?? [];
  expect(brand.match(/<img[^>]*>/g)).toEqual([
    expect.stringMatching(/src="\/assets\/logo-\w+\.svg" width="112" height="28" alt="" class="logo logo-light"/),
    expect.stringMatching(/src="\/assets\/logo-dark-\w+\.svg" width="112" height="28" alt="" class="logo logo-dark"/),
  ]);
  expect(brand).toContain('aria-label="Acme, home page"');
  expect(brand).not.toContain("<span>");
  expect(html.slice(html.indexOf("<footer"))).toContain("logo-dark");
  expect(html).not.toContain('rel="preload" as="image"');
  const single = (await build("logo: { light: /logo.svg }\n")).read("index.html");
  expect(single.slice(single.indexOf("<footer"))).not.toMatch(/<img|class="mark"/);
  expect(single).toContain("<span>Docs</span>");
});

test("a favicon replaces the package's icons", async () => {
  const site = await build("favicon: /img/icon.svg\nbaseUrl: /docs/\n", { "content/static/img/icon.svg": svg });
  expect(site.read("index.html").match(/<link rel="(?:icon|apple-touch-icon)"[^>]*>/g)).toEqual([
    '<link rel="icon" type="image/svg+xml" sizes="any" href="/docs/img/icon.svg"/>',
  ]);
  expect(site.paths.filter((path) => path.includes("icon"))).toEqual(["img/icon.svg"]);
});

test("an accent is a color for each mode", async () => {
  expect(await stylesOf('accent: { light: "#6d28d9", dark: "#c4b5fd" }\n')).toContain(
    ':root{--accent:#6d28d9}.mark{fill:#6d28d9}[tk],.tk{color:#0a666b}@media screen{[data-theme="dark"],.ink{--accent:#c4b5fd}:is([data-theme="dark"],.ink) :is([tk],.tk){color:#63c5bf}}',
  );
  expect(await findings('accent: { light: "#6d28d9", dark: "#c4b5fd" }\n')).toEqual([]);
  expect(await findings('accent: { light: "#0a666b", dark: "#63c5bf" }\n')).toEqual([]);
});

test.each(["neutral", "cool"])(
  "a background that is %s is used in both modes, and for the browser's bars",
  async (ground) => {
    const site = await build(`ground: ${ground}\n`);
    const styles = await stylesOf(`ground: ${ground}\n`);
    const [light = "", dark = ""] = Array.from(styles.matchAll(/--paper:(#\w+)/g), ([, color]) => color);
    expect(site.read("index.html")).toContain(`content="${light}" data-light="${light}" data-dark="${dark}"`);
    // An accent's contrast is checked against this background, and the theme's text is readable on it.
    for (const text of ["#616b80", "#0a666b"])
      expect(await findings(`ground: ${ground}\naccent: { light: "${text}", dark: "#8f9ab0" }\n`)).toEqual([]);
    expect(await findings(`ground: ${ground}\naccent: { light: "#0a666b", dark: "#0a666b" }\n`)).toHaveLength(1);
  },
);

test("an accent with too little contrast is a finding, and the nearest readable color is its fix", async () => {
  const faults = await findings("accent:\n  light: \"#ff8800\"\n  dark: '#0a666b'\n");
  expect(faults).toMatchInlineSnapshot(`
    [
      "site.yaml:2:10 look/contrast text in \`#ff8800\` has a contrast of 2.13 to 1 on light pages, where it needs 4.5 — the nearest color that has it is #a75900 [2:11 #a75900]",
      "site.yaml:3:9 look/contrast text in \`#0a666b\` has a contrast of 2.3 to 1 on dark pages, where it needs 4.5 — the nearest color that has it is #569699 [3:10 #569699]",
    ]
  `);
  const fixes = faults.map((fault) => fault.slice(-8, -1));
  expect(await findings(`accent: { light: "${fixes[0]}", dark: "${fixes[1]}" }\n`)).toEqual([]);
});

test("an unquoted color is a YAML comment: the finding says what to write", async () => {
  expect(await findings("accent:\n  light: #0a666b\n  dark: teal\n")).toMatchInlineSnapshot(`
    [
      "site.yaml:2:3 config/invalid \`accent.light\` has no value — write a color in quotes, like "#0a666b", or remove the line",
      "site.yaml:3:3 config/invalid \`accent.dark\` must be a color like #0a666b, of three or six digits, not \`teal\`",
    ]
  `);
});

test("fonts are preloaded, use a system font until they arrive, and are cached forever", async () => {
  const yaml = `fonts:
  - { family: Acme Sans, file: /fonts/a.woff2, weight: 100 900 }
  - { family: Acme Sans, file: /fonts/a.woff2, style: italic }
  - { family: Acme Mono, file: /fonts/a.woff2, use: code }
  - { family: Acme Serif, file: /fonts/a.woff2, use: headings, weight: 700 }
`;
  const site = await build(yaml);
  const [preload = "", ...others] = site.read("index.html").match(/<link rel="preload"[^>]*>/g) ?? [];
  expect(preload).toMatch(
    /^<link rel="preload" as="font" href="\/assets\/a-\w+\.woff2" type="font\/woff2" cross[oO]rigin=""\/>$/,
  );
  expect(others).toEqual([]);
  const styles = await stylesOf(yaml);
  expect(styles).toMatch(
    /@font-face\{font-family:"Acme Sans";src:url\("\/assets\/a-\w+\.woff2"\);font-weight:100 900;font-style:normal;font-display:swap\}/,
  );
  expect(styles).toContain(':root{--sans:"Acme Sans",-apple-system,');
  expect(styles).toContain(':root{--mono:"Acme Mono",ui-monospace,');
  expect(styles).toContain('font-family:"Acme Serif",var(--sans)}');
  expect(site.read("_headers")).toContain("; font-src 'self';");
});

test("a custom stylesheet comes after all others, and its URLs are relative to its own file", async () => {
  const css = `@import "./more.css";
h1::after { content: "</style><script>alert(1)</script>"; background: url(img/x.png#a) }
h2 { background: url("../static/none.png") }
@font-face { font-family: "F"; src: url(https://fonts.example.com/f.woff2), url(https://other.example.com/f.woff2) }
h3 { background: url(data:image/png;base64,AA==); mask: url(#mask) }
`;
  const yaml = "css: /css/brand.css\nbaseUrl: /docs/\npolicy: { font-src: [https://fonts.example.com] }\n";
  const more = {
    "content/static/css/brand.css": css,
    "content/static/css/more.css": "b { background: url(img/x.png) }",
    "content/static/css/img/x.png": svg,
  };
  const site = await build(yaml, more);
  const [, path = ""] =
    /<body><link rel="stylesheet" href="\/docs\/(assets\/[^"]*)"/.exec(site.read("index.html")) ?? [];
  const styles = site.read(path);
  expect(styles.indexOf("b{background:url(/docs/css/img/x.png)}")).toBeGreaterThan(styles.indexOf(".footer-columns"));
  expect(styles).toContain("url(/docs/css/img/x.png#a)");
  expect(styles).toContain("url(data:image/png;base64,AA==)");
  expect(site.read("index.html")).not.toContain("alert(1)");
  expect(await findings(yaml, more)).toMatchInlineSnapshot(`
    [
      "static/css/brand.css:3:22 link/broken-asset there is no file \`/static/none.png\` — files lie in content/static/",
      "static/css/brand.css:4:77 template/blocked the site's policy blocks \`https://other.example.com/f.woff2\` — use a file of content/static/, or add its origin to \`policy:\` in content/site.yaml",
    ]
  `);
});

test.each([
  '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>',
  '<svg viewBox="0 0 1 1" onload="alert(1)"/>',
  '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><s:script>alert(1)</s:script></s:svg>',
  '<!DOCTYPE svg [<!ENTITY a "&#60;script>alert(1)&#60;/script>">]><svg viewBox="0 0 1 1">&a;</svg>',
  `<svg viewBox="0 0 1 1"><a href="java&#115;cript:alert(1)"/></svg>`,
  `<svg viewBox="0 0 1 1"><a href="&#x20;JavaS&#X43;ript&colon;alert(1)"/></svg>`,
  `<svg viewBox="0 0 1 1"><a href="java&#9;scr&#10;ipt&#58;alert(1)"/></svg>`,
  `<!DOCTYPE svg [<!ENTITY j 'javas'>]><svg viewBox="0 0 1 1"><a href="&j;cript:alert(1)"/></svg>`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]><svg viewBox="0 0 1 1"/>`,
])("an image of the look with a script is refused: %s", async (drawing) => {
  expect(await findings("logo: { light: /x.svg }\n", { "content/static/x.svg": drawing })).toEqual([
    "site.yaml:1:16 config/invalid `/x.svg` holds a script, which would run where somebody opens the picture by itself — save the drawing without scripts, handlers and foreign objects",
  ]);
});

const odd = {
  "content/static/empty.svg": "<svg/>",
  "content/static/text.png": "PNG",
  "content/static/huge.svg": `${svg}${" ".repeat(2_000_000)}`,
  "content/static/broken.css": "h1 { color red }\nh2 }\n",
};
const none = "config/invalid there is no file";
const noSize =
  "doesn't say how large it is — an SVG needs `width` and `height`, or a `viewBox`; other pictures may be damaged";

test.each([
  ["logo: { light: /lgoo.svg }", `site.yaml:1:16 ${none} \`/lgoo.svg\` — try /logo.svg [1:16 /logo.svg]`],
  [
    "logo: { light: content/static/logo.svg }",
    `site.yaml:1:16 ${none} \`content/static/logo.svg\` — try /logo.svg [1:16 /logo.svg]`,
  ],
  ["favicon: logo.svg", `site.yaml:1:10 ${none} \`logo.svg\` — try /logo.svg [1:10 /logo.svg]`],
  [
    "css: /../../etc/passwd",
    `site.yaml:1:6 ${none} \`/../../etc/passwd\` — files lie in content/static/: /x.svg is content/static/x.svg`,
  ],
  [
    "css: /fonts/a.woff2",
    "site.yaml:1:6 config/invalid `/fonts/a.woff2` isn't a file of styles — a file of styles ends in .css",
  ],
  ["logo: { light: /empty.svg }", `site.yaml:1:16 config/invalid \`/empty.svg\` ${noSize}`],
  ["logo: { light: /text.png }", `site.yaml:1:16 config/invalid \`/text.png\` ${noSize}`],
  [
    "logo: { light: /huge.svg }",
    "site.yaml:1:16 look/heavy `/huge.svg` has 2,001 kB, which every page loads — a picture of up to 100 kB doesn't hold readers up",
  ],
  [
    "fonts: [{ family: 'A\"; } x { y: z', file: /fonts/a.woff2 }]",
    'site.yaml:1:11 config/invalid `fonts.family` must be the name of a font, in letters, digits and spaces, not `A"; } x { y: z`',
  ],
  [
    "css: /broken.css",
    'static/broken.css:1:11 template/invalid Expected ":"',
    'static/broken.css:2:4 template/invalid Unexpected "}"',
  ],
])("an invalid file of the look is reported where it's named, or inside it: %s", async (yaml, ...found) => {
  expect(await findings(`${yaml}\n`, odd)).toEqual(found);
});
