import { commandKinds } from "./command-codes.ts";
import { always, type DiagnosticKind, error, warning } from "./diagnostic-kind.ts";

/**
 * Every kind of finding. The table is the only place where a severity is decided; a site may change entries under
 * `severities:` in `site.yaml`, and `--strict` turns warnings into errors.
 */
export const diagnosticKinds = {
  "config/invalid": always(
    "A setting has a wrong value, or a required one is missing. A document that doesn't exist counts, too, and several documents in openapi/ without `contracts:` to say which is published.",
    "Correct content/site.yaml at the place shown. `docs-build explain settings` lists the keys and their values.",
  ),
  "config/unknown-key": error(
    "content/site.yaml has a key that docs-build doesn't know. It would have no effect.",
    "Correct its spelling or remove it. `docs-build explain settings` lists the keys.",
  ),
  "content/code-language": warning(
    "A code block names an unknown language. It's published as plain text; so is a diagram, like mermaid's.",
    "Correct the name after the backticks, show the drawing with `:::figure`, or write `text`.",
    "code blocks in unknown languages",
  ),
  "content/code-word": warning(
    "A word after a code block's language that has no effect.",
    "Correct or remove it. `docs-build explain directives` lists the words.",
    "words without effect on code blocks",
  ),
  "content/conflict": error(
    "A page has the marks of an unresolved git merge. Readers would see both versions, and the marks.",
    "Keep one of the two versions, or both, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`. Marks that you mean go into a code block.",
  ),
  "content/encoding": always(
    "A text file isn't UTF-8, or holds NUL bytes.",
    "Save the file as UTF-8. A byte-order mark and Windows line endings are fine.",
  ),
  "content/file-name": error(
    "A file name that no address can hold. Two names that differ only in the Unicode form of their letters count, too.",
    "Rename the file. Letters, digits, `-`, `_` and `.` always work.",
  ),
  "content/front-matter": error(
    "A page's front matter has a wrong value or an unknown key.",
    "Correct the line shown. `docs-build explain front-matter` lists the keys.",
  ),
  "content/heading-level": warning(
    "A page has a second level-1 heading. The title is the only h1: the heading is published as an h2; where it comes first, below a `title:`, it's left out.",
    "Write `##` instead of `#`, or remove one of two titles.",
  ),
  "content/html-removed": warning(
    "HTML that could act was left out. Scripts, styles, event handlers, forms and frames don't belong in pages or figures.",
    "Use Markdown or a directive instead; `docs-build explain directives` lists them.",
    "pieces of HTML that are left out",
  ),
  "content/include": error(
    "An included block is missing, or includes itself.",
    "Correct the path after `file=`, which starts from content/, or break the circle.",
  ),
  "content/limit": always(
    "A file or text is too large, nested too deep, or too slow to parse. The limits keep one file from holding up a build for hours.",
    "Split or simplify it. Where memory ran out, NODE_OPTIONS=--max-old-space-size=4096 gives the build more.",
  ),
  "content/markdown": warning(
    "Markdown that doesn't mean what it looks like. An unclosed block, a link without an address, a table that is text, cells that are left out, marks that only another tool knows.",
    "Do what the finding says. A backslash before the character says that it is meant as text.",
    "places where Markdown doesn't mean what it looks like",
  ),
  "content/missing": error(
    "There is nothing to build: no page and no contract.",
    "Write content/index.md, put an OpenAPI document into openapi/, or name the folder of both with `--root`.",
  ),
  "content/social-image": warning(
    "The site's social.svg has no social.png beside it. Link previews show no SVG, so the package's picture stands in.",
    "Make a PNG of the drawing, 1200 x 630, and put it into content/static/social.png.",
  ),
  "content/strange-file": warning(
    "A file below content/ that another tool would read. Here it is a download, or nothing: a page by another ending, settings by another name, a package.json.",
    "Give it the name in the finding, or move it out of content/. Below content/static/ every file is meant to be published.",
    "files that only another tool reads",
  ),
  "content/symlink": warning(
    "A symbolic link that leads to no file of the site was left out.",
    "Copy the file into the folder, or remove the link.",
  ),
  "content/unreadable": always(
    "A file or folder can't be read.",
    "Let the user who builds read it, or move what isn't a file out of the source folders.",
  ),
  "contract/ambiguous": error(
    "A page names something that several APIs of the site have. Only you can say which one is meant.",
    "Say which API the page is about: `contract:` in its front matter, with a name of `api:` in content/site.yaml.",
  ),
  "contract/body": warning("A request body of a type that docs-build can't write.", "Give it an example, as text."),
  "contract/example": warning(
    "An example or default in the contract that its own schema refuses. Readers would copy it.",
    "Correct the example or the schema. Where the document is yours, `contract/example: error` keeps it right.",
    "examples and defaults that their schemas refuse",
  ),
  "contract/invalid": error(
    "Part of the contract isn't valid OpenAPI, and is left out. All the rest is shown.",
    "Correct the place shown; the JSON Pointer in the message names it.",
  ),
  "contract/limit": always(
    "The contract is too large, nested too deep, or too dense. Aliases count with all that they stand for.",
    "Split the document with `$ref`, or remove aliases that multiply each other.",
  ),
  "contract/link": warning(
    "A link in the contract's descriptions leads to nothing on this site. Relative links start from the reference's page. What starts with / leads to the host of `externalDocs`, where there is one; other links are published as text.",
    "Nothing, where readers can do without it; otherwise write the whole address.",
    "links that lead to nothing on this site",
  ),
  "contract/nonstandard": warning(
    "The contract departs from the OpenAPI rules. It is shown all the same, as it must be meant.",
    'Nothing, where the page is right; other tools may refuse the document. The JSON Pointer in the message names the place. What follows "the parser says" is in the words of @readme/openapi-parser, which knows OpenAPI\'s own JSON Schema.',
    "departures from the OpenAPI rules",
  ),
  "contract/reference": error(
    "A `$ref` leads to nothing, to itself, or out of openapi/. Nothing is ever fetched from the network.",
    "Correct the reference. The files it names have to lie in openapi/.",
  ),
  "contract/syntax": always("A document in openapi/ is neither valid YAML nor JSON.", "Correct the place shown."),
  "contract/unchecked": warning(
    "The parser that knows OpenAPI's own rules failed on the document. Only docs-build's own checks have seen it.",
    "Nothing, where the page is right; check the document against the rules with another tool.",
  ),
  "contract/unknown-name": error(
    "A page names something that the contract doesn't have. A table that leaves out values of its enum counts, too.",
    "Correct the name (the finding names the nearest one), or add the missing rows.",
  ),
  "contract/unreadable": always(
    "A contract can't be read, or one of its operations. It's missing, isn't an OpenAPI document, or has something else where operations belong.",
    "Correct the place shown. Until then there is no site: no setting publishes one without its reference.",
  ),
  "contract/unsupported": warning(
    "The contract has something that the reference doesn't show. Mostly it's newer than OpenAPI 3.1.",
    "Nothing, where readers can do without it; otherwise say it in a description or on a page.",
    "things that the reference doesn't show",
  ),
  "directive/invalid": error(
    "A directive lacks something that it needs.",
    "Add what the finding names. `docs-build explain directives` shows each directive with its parts.",
  ),
  "directive/unknown": error(
    "There is no directive of this name.",
    "Correct it; `docs-build explain directives` lists them.",
  ),
  "link/broken": error(
    "A link leads to a page or file that this site doesn't have. The finished pages are checked: links of the navigation, the settings and the contract's texts count, and so does letter case.",
    "Correct the address at the place shown. Old addresses work as long as `redirects:` or a page's `aliases:` name them.",
  ),
  "link/broken-anchor": error(
    "A link leads to an anchor that its page doesn't have.",
    "Name an id that the page has, or give the heading this one: `## Heading {#id}`.",
  ),
  "link/broken-asset": error(
    "A page shows or loads a file that this site doesn't have.",
    "Put the file beside the page or into content/static/, and correct the address.",
  ),
  "link/external-image": warning(
    "An image of another host. The site's policy blocks it.",
    "Put a copy of the file beside the page.",
    "images of other hosts",
  ),
  "link/markdown-file": warning(
    "A link to a Markdown file that isn't there. It's published as plain text.",
    "Correct the path, which starts from the file that links.",
  ),
  "link/unsafe": warning(
    "A link with a scheme like `javascript:`. It's published as plain text.",
    "Link with https, http, mailto or tel.",
    "links that are published as text",
  ),
  "look/contrast": warning(
    "The accent color has too little contrast. Links and words in it are hard to read on the pages' grounds (WCAG 2.2, 1.4.3: 4.5 to 1).",
    "Take the color that the finding names, the nearest of this hue; `docs-build check --fix` does.",
  ),
  "look/heavy": warning(
    "A logo, font or file of styles is large. Every page loads it before it looks as it should.",
    "Make it smaller: a drawing without what its editor added, a font with the letters that the site uses, as .woff2.",
  ),
  "page/duplicate-id": error(
    "A page has the same id twice, so that links to it are ambiguous.",
    "Give one of the headings another id: `## Heading {#id}`.",
  ),
  "page/heavy": warning(
    "A reference's page is heavy, by `layout: page` or one long text. It has more than 10,000 elements, or more than 450 kB of HTML: more than a phone draws at once.",
    "Leave out `layout`, and each tag or operation that needs it has a page of its own; old addresses still work. Move the details of a long description to a guide. Where one page matters more, `page/heavy: off`.",
  ),
  "page/moved": warning(
    "A page's file was renamed, now or in one of git's last 200 commits. Links from elsewhere to its old address break.",
    "Add the old address to the page's front matter, `aliases: [/old]`, or to `redirects:` of content/site.yaml.",
  ),
  "page/not-in-sidebar": warning(
    "A sidebar of your own has no entry for a page. Neither navbar nor footer leads to it.",
    "Add the line that the finding names to content/site.yaml, or write `unlisted: true` or `sidebar: false` in the page's front matter.",
  ),
  "page/shadowed-id": warning(
    "An id that a heading of the page has already. Links lead to the heading; of two in the contract's texts, to the first.",
    'Remove the element that has it, like `<a id="install"></a>` beside `### Install`: headings have their ids by themselves.',
    "ids that appear twice",
  ),
  "redirect/invalid": error(
    "A redirect whose old address is a page, or leads to another one.",
    "Correct `redirects:` in content/site.yaml or `aliases:` in the page: one step, from an address without a page.",
  ),
  "route/collision": always(
    "Two sources for one address or file. Letter case tells files apart on some disks only.",
    "Rename one of them, or give one page another `slug:`.",
  ),
  "route/invalid": always(
    "A route that no page can be published at.",
    "Write a path of plain segments, like /guides/start.",
  ),
  "sample/invalid": error(
    "A request or body that the contract doesn't allow. Readers would copy it and be refused.",
    "Correct the sample, or the name after `op=` or `schema=`. With `partial`, members may be missing.",
  ),
  "sample/unchecked": warning(
    "A `json` or `http` block that doesn't say what it is. Nothing checks it against the contract.",
    'Say it with `op=` or `schema=`, or why not: `unchecked="the reason"`.',
  ),
  "sandbox/invalid": error(
    "The sandbox's own file has a fault. Operations and paths that the contract doesn't have count, too.",
    "Correct it at the place shown. `docs-build explain sandbox` lists what it may say.",
  ),
  "template/blocked": warning(
    "A script or style that the site's policy keeps browsers from. Pages load files of the site itself only, and no inline script runs.",
    "Put the file into content/static/, or the style into templates/styles/.",
  ),
  "template/invalid": error(
    "A site's own template or style doesn't compile, or throws.",
    "Correct the place shown. Without the file, the package's own of that name is used.",
  ),
  "template/unused": warning(
    "A file in templates/ that replaces nothing and that nothing imports. It has no effect.",
    "Give it the name of what it is to replace (the finding names the nearest), import it, or remove it.",
  ),
  ...commandKinds,
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof diagnosticKinds;

/** True for the codes that findings have; text from settings and command lines may be any. */
export function isDiagnosticCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticKinds, text);
}

/** True for the codes that no setting lowers. */
export function isFixed(code: DiagnosticCode): boolean {
  const kind: DiagnosticKind = diagnosticKinds[code];
  return kind.isFixed === true;
}
