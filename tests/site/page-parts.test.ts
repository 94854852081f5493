import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

/* Badges, videos and folds: parts that any page may show, with styles that only such pages load. */

const media = { "content/static/tour.mp4": "film", "content/media/tour.png": "image", "content/tour.vtt": "WEBVTT" };

async function buildPage(page: string) {
  const site = await buildSite({
    "content/index.md": `# Docs\n\n${page}\n`,
    "content/other.md": "# Other\n",
    ...media,
  });
  const html = site.read("index.html");
  const [, body = ""] = /<h1>.*?<div class="prose">([^]*?)<\/div>(?=<p class="page-foot|<nav|<\/main)/.exec(html) ?? [];
  const markdown = site.read("index.md");
  const texts = site.paths.filter((path) => path.endsWith(".json")).map((path) => site.read(path));
  return {
    ...{ html, body, found: format(site.diagnostics), searched: texts.join("\n") },
    markdown: markdown.slice(markdown.indexOf("# Docs") + "# Docs".length).trim(),
    others: site.read("other/index.html"),
  };
}

test("a badge is a word among others, also in a heading, and links to the heading leave it out", async () => {
  const { body, found, markdown, html, others } = await buildPage(
    "Loads :badge[new] are :badge[*sent*]{tone=warning}.\n\n## Send a load :badge[Beta]{tone=info}\n\n[There](#send-a-load)",
  );
  expect(found).toBe("");
  expect(body).toMatchInlineSnapshot(`
    "<p>Loads <span class="badge">new</span> are <span class="badge badge-warning"><em>sent</em></span>.</p>
    <h2 id="send-a-load">Send a load <span class="badge badge-info">Beta</span> <a class="anchor" href="#send-a-load" aria-label="Link to “Send a load Beta”">#</a></h2>
    <p><a href="#send-a-load">There</a></p>"
  `);
  expect(markdown).toMatchInlineSnapshot(`
    "Loads (new) are (_sent_).

    ## Send a load (Beta)

    [There](/#send-a-load)"
  `);
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/parts-/);
  expect(others).not.toMatch(/\/assets\/parts-/);
});

test("a video has its poster, captions and title, and loads no video data", async () => {
  const { body, found, markdown, searched, html } = await buildPage(
    "::video[A load is sent]{src=/tour.mp4 poster=media/tour.png captions=./tour.vtt}\n\n" +
      ":::video[Again]{src=/tour.mp4 poster=/media/tour.png ratio=4:3}\nWith [words](./other.md).\n:::",
  );
  expect(found).toBe("");
  expect(body).toMatchInlineSnapshot(`
    "<figure class="video video-16-9"><video poster="/media/tour.png" controls preload="none" playsinline aria-label="A load is sent"><source src="/tour.mp4" type="video/mp4"><track kind="captions" src="/tour.vtt" default></video><figcaption>A load is sent</figcaption></figure>
    <figure class="video video-4-3"><video poster="/media/tour.png" controls preload="none" playsinline aria-label="Again"><source src="/tour.mp4" type="video/mp4"></video><figcaption><p>With <a href="/other">words</a>.</p></figcaption></figure>"
  `);
  expect(markdown).toMatchInlineSnapshot(`
    "[A load is sent](/tour.mp4)

    [Again](/tour.mp4)

    With [words](/other)."
  `);
  expect(searched).toContain("A load is sent");
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/parts-/);
});

test("details fold optional text, which is found by their title and by their content", async () => {
  const { body, found, markdown, searched, html } = await buildPage(
    ":::details[For carriers]\n## Within\n\n[A link](./other.md) about pallets.\n:::\n\n:::details{open}\nShown.\n:::",
  );
  expect(found).toBe("");
  expect(body).toMatchInlineSnapshot(`
    "<details><summary>For carriers</summary><h2 id="within">Within <a class="anchor" href="#within" aria-label="Link to “Within”">#</a></h2><p><a href="/other">A link</a> about pallets.</p></details>
    <details open><summary>Details</summary><p>Shown.</p></details>"
  `);
  expect(markdown).toMatchInlineSnapshot(`
    "**For carriers**

    ## Within

    [A link](/other) about pallets.

    **Details**

    Shown."
  `);
  expect(searched).toContain("For carriers");
  expect(searched).toContain("pallets");
  expect(html).not.toMatch(/\/assets\/parts-/);
});

const at = "content/index.md:3:1";

// prettier-ignore
test.each([
  [":badge[New]{tone=warn}", `error ${at} directive/invalid (did you mean warning?)`],
  [":badge[New]{color=red}", `error ${at} directive/invalid (did you mean \`tone\`?)`],
  [":cents[240000]{tone=tip}", `error ${at} directive/invalid (it has none)`],
  [":badge", `error ${at} directive/invalid (write :badge[New])`],
  ["::video{src=/tour.mp4 poster=/media/tour.png}", `error ${at} directive/invalid (write ::video[What it shows]{src=… poster=…})`],
  ["::video[Tour]{src=/tour.mp4}", `error ${at} directive/invalid (write ::video{poster=…})`],
  ["::video[Tour]{src=/tour.mp4 poster=/media/tour.png ratio=2:1}", `error ${at} directive/invalid (there are 16:9, 4:3, 1:1, 9:16)`],
  ["::video[Tour]{src=/gone.mp4 poster=/media/tour.png captions=/gone.vtt}", `error ${at} link/broken-asset (try /tour.mp4)\nerror ${at} link/broken-asset (try /tour.vtt)`],
  ["::video[Tour]{src=https://example.com/a.mp4 poster=/media/tour.png}", `warning ${at} link/external-image (put the file beside the page)`],
  ['<video src="/tour.mp4"></video>', `warning ${at} content/html-removed (write ::video[Title]{src=… poster=…} instead)`],
  [":::details[A]{opened}\nText.\n:::", `error ${at} directive/invalid (did you mean \`open\`?)`],
])("%s is a finding", async (page, expected) => {
  expect((await buildPage(page)).found).toBe(expected);
});
