import { commandKinds } from "./command-codes.ts";
import { always, type DiagnosticKind, error, warning } from "./diagnostic-kind.ts";

/**
 * Every kind of finding. This table alone decides severities. A site can change them under `severities:` in
 * `site.yaml`, and `--strict` turns warnings into errors.
 */
export const diagnosticKinds = {
  "config/invalid": always(
    "A setting has a wrong value, or a required one is missing. So has a site whose document doesn't exist, or whose openapi/ has several documents without `contracts:`.",
    "Correct content/site.yaml at the place shown. `docs-build explain settings` lists the keys and their values.",
  ),
  "config/unknown-key": error(
    "content/site.yaml has a key that docs-build doesn't know. It has no effect.",
    "Correct its spelling or remove it. `docs-build explain settings` lists the keys.",
  ),
  "content/code-language": warning(
    "A code block names an unknown language. It's published as plain text, and so is a diagram, such as mermaid's.",
    "Correct the name after the backticks, show the drawing with `:::figure`, or write `text`.",
    "code blocks in unknown languages",
  ),
  "content/code-word": warning(
    "A word after a code block's language has no effect.",
    "Correct or remove it. `docs-build explain directives` lists the words.",
    "words without effect on code blocks",
  ),
  "content/conflict": error(
    "A page has the marks of an unresolved git merge. Readers would see both versions and the marks.",
    "Keep one of the two versions, or both, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`. If you mean the marks themselves, put them into a code block.",
  ),
  "content/encoding": always(
    "A text file isn't UTF-8, or it contains NUL bytes.",
    "Save the file as UTF-8. A byte-order mark and Windows line endings are fine.",
  ),
  "content/file-name": error(
    "A file's name can't be part of an address. Two names that differ only in the Unicode form of their letters count, too.",
    "Rename the file. Letters, digits, `-`, `_` and `.` always work.",
  ),
  "content/front-matter": error(
    "A page's front matter has a wrong value or an unknown key.",
    "Correct the line shown. `docs-build explain front-matter` lists the keys.",
  ),
  "content/heading-level": warning(
    "A page has a second level-1 heading. The title is the only h1, so the heading becomes an h2. At the start of a page that has a `title:`, it's left out.",
    "Write `##` instead of `#`, or remove one of the two titles.",
  ),
  "content/html-removed": warning(
    "HTML that could act, or that browsers ignore, was left out. Pages and figures can't have scripts, styles, event handlers, forms or frames; `<td>` needs a table, and a word like `<id>` is a tag.",
    "Use Markdown or a directive instead; `docs-build explain directives` lists them. Write `\\<id>` where a word is meant.",
    "pieces of HTML that are left out",
  ),
  "content/include": error(
    "An included block is missing, or includes itself.",
    "Correct the path after `file=`, which starts from content/, or remove one of the includes that form a circle.",
  ),
  "content/limit": always(
    "A file or text is too large, too deep, or too slow to parse. The limits keep a single file from holding up a build for hours.",
    "Split or simplify it. If memory ran out, NODE_OPTIONS=--max-old-space-size=4096 gives the build more.",
  ),
  "content/markdown": warning(
    "Some Markdown doesn't mean what it looks like. It's an unclosed block, a link without an address, a table that became text, a cell that was left out, or another tool's syntax.",
    "Follow the hint in the finding. If you mean the character itself, put a backslash before it.",
    "places where Markdown doesn't mean what it looks like",
  ),
  "content/missing": error(
    "There's nothing to build, because there's no page and no contract.",
    "Write content/index.md, put an OpenAPI document into openapi/, or name their folder with `--root`.",
  ),
  "content/social-image": warning(
    "The site's social.svg has no social.png beside it. Link previews can't show SVG, so they show the package's picture.",
    "Export the drawing as a PNG, 1200 x 630, to content/static/social.png.",
  ),
  "content/strange-file": warning(
    "A file in content/ is meant for another tool. It's a page with another extension, settings under another name, or a package.json, so docs-build publishes it as a download or ignores it.",
    "Give it the name in the finding, or move it out of content/. Every file in content/static/ is published as it is.",
    "files that only another tool reads",
  ),
  "content/symlink": warning(
    "A symbolic link that leads to no file of the site was left out.",
    "Copy the file into the folder, or remove the link.",
  ),
  "content/unreadable": always(
    "A file or folder can't be read.",
    "Give the user who builds permission to read it. Move anything that isn't a regular file out of the source folders.",
  ),
  "contract/ambiguous": error(
    "A page names something that several of the site's APIs have. Only you can say which one you mean.",
    "Say which API the page is about: `contract:` in its front matter, with a name from `api:` in content/site.yaml.",
  ),
  "contract/body": warning(
    "A request body has a type that docs-build can't write.",
    "Give the request body an example, as text.",
  ),
  "contract/example": warning(
    "An example or default in the contract doesn't fit its own schema. Readers would copy it.",
    "Correct the example or the schema. If the document is yours, `contract/example: error` keeps it right.",
    "examples and defaults that their schemas refuse",
  ),
  "contract/invalid": error(
    "Part of the contract isn't valid OpenAPI, so it's left out. Everything else is shown.",
    "Correct the place shown; the JSON Pointer in the message names it.",
  ),
  "contract/limit": always(
    "The contract is too large or too deeply nested. YAML aliases count as everything that they stand for.",
    "Split the document with `$ref`, or remove aliases that multiply each other.",
  ),
  "contract/link": warning(
    "A link in the contract's descriptions leads nowhere on this site. Relative links start from the reference's page. Links that start with / go to the host of `externalDocs`, if there is one. Other links are published as text.",
    "You can leave it if readers don't need it. Otherwise write the whole address.",
    "links that lead nowhere on this site",
  ),
  "contract/near-name": warning(
    "A name in code is one slip away from one of the contract's. Readers would look for it in vain.",
    "Correct the name, or write `severities: { contract/near-name: off }` if your pages have such names of their own.",
  ),
  "contract/nonstandard": warning(
    "The contract doesn't follow OpenAPI's rules. It's shown in the way that it must be meant.",
    'You can leave it if the page is right, but other tools may refuse the document. The JSON Pointer in the message names the place. Words after "the parser says" come from @readme/openapi-parser, which uses OpenAPI\'s own JSON Schema.',
    "departures from the OpenAPI rules",
  ),
  "contract/reference": error(
    "A `$ref` leads nowhere, to itself, or out of openapi/. Builds never fetch anything from the network.",
    "Correct the reference. The files that it names have to be in openapi/.",
  ),
  "contract/syntax": always("A document in openapi/ is neither valid YAML nor valid JSON.", "Correct the place shown."),
  "contract/unchecked": warning(
    "The parser that knows OpenAPI's rules failed on the document. Only docs-build's own checks have seen it.",
    "You can leave it if the page is right. Otherwise check the document with another tool.",
  ),
  "contract/unknown-name": error(
    "A page names something that the contract doesn't have. A table that leaves out values of its enum counts, too.",
    "Correct the name (the finding suggests the nearest one), or add the missing rows.",
  ),
  "contract/unreadable": always(
    "A contract or one of its operations can't be read. It's missing, isn't an OpenAPI document, or has something else in place of operations.",
    "Correct the place shown. Until then nothing is published, whatever the settings say, because the reference would be missing.",
  ),
  "contract/unsupported": warning(
    "The contract has something that the reference can't show. Most of it is newer than OpenAPI 3.1.",
    "You can leave it if readers don't need it. Otherwise say it in a description or on a page.",
    "things that the reference doesn't show",
  ),
  "directive/invalid": error(
    "A directive lacks something that it needs.",
    "Add what the finding names. `docs-build explain directives` shows each directive with its parts.",
  ),
  "directive/unknown": error("There's no such directive.", "Correct it; `docs-build explain directives` lists them."),
  "link/broken": error(
    "A link leads to a page or file that this site doesn't have. The finished pages are checked, so links in the navigation, the settings and the contract's texts count. Letter case matters.",
    "Correct the address at the place shown. To keep an old address, add it to `redirects:` or to a page's `aliases:`.",
  ),
  "link/broken-anchor": error(
    "A link leads to an anchor that its page doesn't have.",
    "Use an id that the page has, or give the heading this one: `## Heading {#id}`.",
  ),
  "link/broken-asset": error(
    "A page shows or loads a file that this site doesn't have.",
    "Put the file beside the page or into content/static/, and correct the address.",
  ),
  "link/external-image": warning(
    "An image is on another host. The site's policy blocks it.",
    "Put a copy of the file beside the page.",
    "images of other hosts",
  ),
  "link/markdown-file": warning(
    "A link leads to a Markdown file that doesn't exist. It's published as plain text.",
    "Correct the path, which starts from the linking file.",
  ),
  "link/unsafe": warning(
    "A link has an unsafe scheme, such as `javascript:`. It's published as plain text.",
    "Link with https, http, mailto or tel.",
    "links that are published as text",
  ),
  "look/contrast": warning(
    "The accent color has too little contrast. Links in it are hard to read on the pages' backgrounds (WCAG 2.2, 1.4.3: 4.5 to 1).",
    "Use the color that the finding names, the nearest one with the same hue. `docs-build check --fix` does it for you.",
  ),
  "look/heavy": warning(
    "A logo, font or style sheet is large. Pages look right only once it's loaded.",
    "Make it smaller: remove an editor's data from the drawing, or reduce the font to the letters that the site uses, as .woff2.",
  ),
  "page/duplicate-id": error(
    "A page has the same id twice, so links to it are ambiguous.",
    "Give one of the headings another id: `## Heading {#id}`.",
  ),
  "page/heavy": warning(
    "A page of the reference is heavy. The cause is `layout: page` or a long text. It has more than 10,000 elements or 450 kB of HTML, which is more than a phone draws at once.",
    "Remove `layout`, and large tags and operations get pages of their own; old addresses still work. Move the details of a long description to a guide. If a single page matters more to you, set `page/heavy: off`.",
  ),
  "page/moved": warning(
    "A page's file was renamed. It happened now or in one of git's last 200 commits, and links from other sites to its old address break.",
    "Add the old address to the page's front matter, `aliases: [/old]`, or to `redirects:` in content/site.yaml.",
  ),
  "page/not-in-sidebar": warning(
    "Your own sidebar has no entry for a page. Neither the navbar nor the footer links to it.",
    "Add the line in the finding to content/site.yaml, or write `unlisted: true` or `sidebar: false` in the page's front matter.",
  ),
  "page/shadowed-id": warning(
    "A heading of the page already has this id. Links lead to the heading; in the contract's texts, the first of two counts.",
    'Remove the element with the id, such as `<a id="install"></a>` beside `### Install`: headings get their ids automatically.',
    "ids that appear twice",
  ),
  "redirect/invalid": error(
    "A redirect's old address is a page, or its target redirects again.",
    "Correct `redirects:` in content/site.yaml or `aliases:` in the page. A redirect goes in one step from an address without a page.",
  ),
  "route/collision": always(
    "Two sources have the same address or file. Some disks ignore letter case.",
    "Rename one of them, or give one page another `slug:`.",
  ),
  "route/invalid": always("No page can be published at this route.", "Write plain segments, such as /guides/start."),
  "sample/invalid": error(
    "The contract doesn't allow this request or body. Readers would copy it and be refused.",
    "Correct the sample, or the name after `op=` or `schema=`. With `partial`, members may be missing.",
  ),
  "sample/unchecked": warning(
    "A `json` or `http` block doesn't say what it is. It isn't checked against the contract.",
    'Name it with `op=` or `schema=`, or say why it can\'t be checked: `unchecked="the reason"`.',
  ),
  "sandbox/invalid": error(
    "The sandbox's data file has a fault. Operations and paths that the contract doesn't have count, too.",
    "Correct it at the place shown. `docs-build explain sandbox` lists the keys.",
  ),
  "template/blocked": warning(
    "The site's policy blocks a script or style. Pages load only the site's own files, and no inline script runs.",
    "Put the file into content/static/, or the style into templates/styles/.",
  ),
  "template/invalid": error(
    "A site's own template or style doesn't compile, or throws.",
    "Correct the place shown. Without the file, the package's file with that name is used.",
  ),
  "template/unused": warning(
    "A file in templates/ has no effect. It replaces nothing, and nothing imports it.",
    "Give it the name of the file to replace (the finding suggests the nearest), import it, or remove it.",
  ),
  ...commandKinds,
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof diagnosticKinds;

/** True for an existing code; settings and command lines may contain any text. */
export function isDiagnosticCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticKinds, text);
}

/** True for codes whose severity can't be lowered. */
export function isFixed(code: DiagnosticCode): boolean {
  const kind: DiagnosticKind = diagnosticKinds[code];
  return kind.isFixed === true;
}
