import { expect, test } from "vitest";

import { buildSite } from "../support/build-site.ts";

/** The findings of a page: position, message and hint. */
async function findings(markdown: string): Promise<readonly string[]> {
  const { diagnostics } = await buildSite({ "content/index.md": markdown });
  return diagnostics.map(
    ({ message, position, hint, fix }) =>
      `${position?.line}:${position?.column} ${message} — ${hint}${fix ? ` [${fix.replacement}]` : ""}`,
  );
}

test.each([
  ["```js\nlet a;\n\n## Two", "1:1 the code block that opens here isn't closed — write ``` below its last line"],
  [
    ":::note\nText\n\n## Two",
    "1:1 the directive :::note that opens here isn't closed — write ::: below it; what holds another one needs more colons",
  ],
  [":::note\nText\n:::\n\n:::", "5:1 ::: closes nothing — remove it, or look for a directive that was closed before"],
  [
    ":::note Mind this\n\nText\n\n:::",
    "1:1 this is text, not a directive — write :::note[Mind this] [:::note[Mind this]]",
  ],
  [
    ':::note title="Mind this"\nText\n:::',
    "1:1 this is text, not a directive — write :::note[Mind this] [:::note[Mind this]]",
  ],
  ["::include _x/a.md", "1:1 this is text, not a directive — write ::include{file=_x/a.md}"],
  ["::: note\nText\n:::", "1:1 this is text, not a directive — write :::note [:::note]"],
  [
    "<!-- todo\n\n## Two",
    "1:1 the comment that opens here isn't closed: the rest of the page is in it — write --> after it",
  ],
  [
    "| a | b |\n|---|---|\n| `x|y` | z |",
    "3:1 a row of 3 cells in a table of 2 columns: the last are left out — write a | within a cell as \\|",
  ],
  ["| a | b |\n|---|\n| 1 | 2 |", "1:1 this is text, not a table — its second line has to be | --- | --- |"],
  ["| `a` | `b` |\n|---|\n| 1 | 2 |", "1:1 this is text, not a table — its second line has to be | --- | --- |"],
  ["| `a|b` | c |\n|---|---|\n| 1 | 2 |", "1:1 this is text, not a table — write a | within a cell as \\|"],
  ["##\n\nText", "1:1 a heading without words — write them, or remove it"],
  ["##Two", "1:1 this is text, not a heading — write a space after the last #"],
  ["> Words\n> ##Two", "2:3 this is text, not a heading — write a space after the last #"],
  [
    "Words\nand [the guide][guide].",
    "2:5 nothing defines the link `guide` — write [guide]: and its address on a line of its own",
  ],
  ["A word[^1].", "1:7 there is no footnote `1` — write [^1]: and its text on a line of its own"],
  [
    "See [a] and [^n].\n\n[a]: /\n[A]: /#b\n[^n]: One.\n[^n]: Two.",
    "4:1 [A] is defined earlier in this page or in a block of it: this one isn't used — give this one another name",
    "6:1 [^n] is defined earlier in this page or in a block of it: this one isn't used — give this one another name",
  ],
  [
    "Text.\n\n[^n]: One.\n[^N]: Two.",
    "3:1 nothing refers to the footnote [^n]: it is left out — write [^n] where it belongs, or remove it",
    "4:1 nothing refers to the footnote [^N]: it is left out — write [^N] where it belongs, or remove it",
  ],
  ["[x](my page.md)", "1:1 this is text, not a link: its address has a space — write (<my page.md>)"],
  ["> [!WARNNG]\n> Text", "1:1 unknown admonition `WARNNG` — did you mean [!WARNING]? [WARNING]"],
  [
    "> [!faq]\n> Text",
    "1:1 unknown admonition `faq` — there is [!NOTE], [!TIP], [!INFO], [!IMPORTANT], [!WARNING], [!DANGER], [!CAUTION]",
  ],
  ["> [!NOTE] Mind this\n> Text", "1:1 this is a quote, not an admonition — put [!NOTE] on a line of its own"],
  ["It costs :cnts[200].", "1:10 this is text, not a directive — did you mean :cents?"],
  [
    "It costs\nonly ::cents[200].",
    "2:6 this is text, not a directive — within a line it has one colon: :cents [:cents]",
  ],
  ["See ::include{file=_x.md} here.", "1:5 this is text, not a directive — put ::include on a line of its own"],
  [":::rate-card[Dallas]\nText\n:::", "1:1 unknown directive `rate-card` — docs-build explain directives lists them"],
  ["::badge[New]", "1:1 `badge` belongs in a line of text — write :badge with one colon"],
  [":::warn\nText\n:::", "1:1 unknown directive `warn` — did you mean warning?"],
  [":::notes\nText\n:::", "1:1 unknown directive `notes` — did you mean note? [note]"],
  ...[
    'import Tabs from "@theme/Tabs";',
    "import {a, b as c} from './x'",
    'import Tabs from "a"\nimport "b.css";',
    "export const x = 1;",
    "export default ({ children }) => null;",
  ].map((line) => [
    `${line}\n\n## Two`,
    "1:1 lines of MDX do nothing here: they are published as text — remove them; `docs-build explain directives` lists what there is instead, like ::include and ::::tabs",
  ]),
  ["Name | Kind\n--- | --- | ---\na | b", "1:1 this is text, not a table — its second line has to be | --- | --- |"],
  ["Kinds:\nName | Kind\n-- | -- | --", "2:1 this is text, not a table — its second line has to be | --- | --- |"],
  ...["##\u00a0Two", "######\u3000見出し"].map((line) => [
    line,
    `1:1 this is text, not a heading: the space after ${line.slice(0, -4).replace(/[^#].*/u, "")} is another character — write an ordinary space`,
  ]),
  ["-\u00a0item", "1:1 this is text, not a list: the space after - is another character — write an ordinary space"],
  [
    "> 1) a\n> 2)\u3000b",
    "2:3 this is text, not a list: the space after 2) is another character — write an ordinary space",
  ],
  ["#Title\n\nText", "1:1 this is text, not a heading — write a space after the last #"],
  [":::note\u00a0\n\nText\n\n:::", "1:1 this is text, not a directive — write :::note [:::note]"],
  [
    "::: code-group\n\nx\n\n:::",
    "1:1 this is text, not a directive — write ::::tabs, and :::tab[Title] around each block",
  ],
  [
    "![x](a.png =300x200)",
    '1:2 this is text, not a link: its address has a space — write <img src="a.png" width="300" alt="…">',
  ],
  ["Rates\n: What it costs", "2:1 this is text, not a list of definitions — write a list, or <dl> with <dt> and <dd>"],
  [
    "Takes 1~5 days, or 10~20 days.",
    "1:8 the words between these ~ are struck through — write \\~ for the sign itself, or ~~ to strike",
  ],
  [
    "```js\na // highlight-next-line\nb // [!code ++]\n```",
    "2:3 `// highlight-next-line` does nothing here: it is published in the code — remove it; {1,3-5} behind the language marks lines",
  ],
  ["```js{1}\na\n```", "1:1 unknown code language `js{1}` — write a space after js"],
  ["```js:a.js\na\n```", '1:1 unknown code language `js:a.js` — write js title="a.js"'],
  ...[
    ['js titel="a.mjs" {1}', "`titel`", "did you mean title? [title]"],
    ["json op=x resposne=201", "`resposne`", "did you mean response? [response]"],
    ["json schema=X partial=true", "`partial`", "write `partial` without a value"],
    ["text partial", "`partial`", "it is for blocks that the contract checks: http, json, jsonl and eventstream"],
    ["js twoslash", "`twoslash`", "remove it; the words are title, and {1,3-5} marks lines"],
    ["js [a.js]", "`[a.js]`", 'write title="a.js"'],
    ['js fileName="a.js"', "`fileName`", "did you mean title? [title]"],
  ].map(([head, word, hint]) => [
    `\`\`\`${head}\n1\n\`\`\``,
    `1:1 ${word} after the language of a code block has no effect — ${hint}`,
  ]),
  [
    "A <title> in <head>, and docker run <image> x.",
    "1:3 the element <title> is left out — write \\<title> where it's meant as text, or use Markdown or a directive instead",
    "1:14 the tag <head> is left out — write \\<head> where it's meant as text",
    "1:37 the element <image> is left out — write \\<image> where it's meant as text, or use Markdown or a directive instead",
  ],
  [
    "See [the guide][guide] and[^1].\n\nMore:\n[guide]: /\n[^1]: One.",
    "1:5 nothing defines the link `guide` — put an empty line above [guide]:",
  ],
  [
    "<table><tr><td>\n\n    One\n\n    </td><td>\n\nTwo\n\n</td></tr></table>",
    "3:1 four spaces make code of these lines: readers see </td> — indent them by less",
  ],
  [
    "$$\na^2\n$$",
    "1:1 `$$` does nothing here: it is published as text — show the formula as a picture, or write it as code",
  ],
  [
    "注意。**重要：**次。",
    "1:4 `**重要：**` is published as it is written: it isn't bold — put a space outside of the **, or move the signs within them out",
  ],
  ["Kinds:\n\n•\tOne\n•\tTwo", "3:1 this is text, not a list: • begins no entry — write - and a space instead"],
  [
    "Send <code> to us</b>.",
    "1:6 the <code> that opens here isn't closed: what follows is in it — write </code> after it, or \\<code> where it's meant as text",
    "1:18 the tag </b> closes nothing — remove it",
  ],
  ...["Note", "aside"].map((name) => [
    `<${name}>\n\nText\n\n</${name}>`,
    `1:1 the element <${name.toLowerCase()}> is left out — write :::note, its text, and ::: below it`,
  ]),
  [
    "```math\nx\n```",
    "1:1 the formula isn't drawn: readers see its source — show it as a picture; ```text says that its source is meant",
  ],
  [
    '<p title="**c**">\n<code>`a`</code>\n**a** [b](/)</p>\n\n<p>\n\n**a**\n\n</p>',
    "3:1 `**a**` is published as it is written: within lines of HTML nothing is Markdown — put an empty line above and below it, or write it as HTML",
  ],
  [
    "<!--@include: ./x.md-->",
    "1:1 `<!--@include: ./x.md-->` includes nothing here — write ::include{file=_blocks/name.md}",
  ],
  [
    "```mermaid\ngraph TD;\n```",
    "1:1 the mermaid diagram isn't drawn: readers see its source — draw it as an SVG and show that with :::figure{src=_figures/name.svg}; ```text says that its source is meant",
  ],
])("a likely Markdown mistake is a warning: %j", async (markdown, ...found) => {
  expect(await findings(markdown)).toEqual(found);
});

const directives = "remove it; `docs-build explain directives` lists what there is instead";
const asMarkdown = "write what it holds as Markdown: a table, a code block, a heading, a picture or :::note";
const noAttributes = "remove it; docs-build knows {#id} at the end of a heading";

test.each([
  [
    '!!! note "Mind this"\n    Text',
    '1:1 `!!! note "Mind this"`',
    "write :::note[Mind this], its text, and ::: below it",
  ],
  ["??? example\n    Text", "1:1 `??? example`", "write :::details[Title], its text, and ::: below it"],
  ['=== "Linux"\n\n    Text', '1:1 `=== "Linux"`', "write :::tab[Linux], its text, and ::: below it, in ::::tabs"],
  [":::{.callout-tip}\nText\n:::", "1:1 `:::{.callout-tip}`", "write :::tip, its text, and ::: below it"],
  [".. warning::\n\n   Text", "1:1 `.. warning::`", "write :::warning, its text, and ::: below it"],
  [
    '{% hint style="info" %}\nText\n{% endhint %}',
    '1:1 `{% hint style="info" %}`',
    "write :::info, its text, and ::: below it",
  ],
  ['A [link]({{< ref "x.md" >}}).', '1:10 `{{< ref "x.md" >}}`', "write [Text](address)"],
  ["A {{< figure >}}.", "1:3 `{{< figure >}}`", directives],
  [
    '{% tab title="Linux" %}',
    '1:1 `{% tab title="Linux" %}`',
    "write :::tab[Linux], its text, and ::: below it, in ::::tabs",
  ],
  ["[TOC]", "1:1 `[TOC]`", "remove it: a page's contents are beside its text"],
  ["- [[_TOC_]]", "1:3 `[[_TOC_]]`", "remove it: a page's contents are beside its text"],
  ["## Limits {/* #limits-2 */}", "1:11 `{/* #limits-2 */}`", "write {#id}, which names the heading"],
  ["Text {/* later */}", "1:6 `{/*`", "write <!-- and -->, which nobody sees"],
  ['{% embed url="https://a.example" %}', '1:1 `{% embed url="`', "write [Text](address)"],
  [
    "/// tip | Mind this\nText\n///",
    "1:1 `/// tip | Mind this`",
    "write :::tip[Mind this], its text, and ::: below it",
  ],
  ['--8<-- "a.md"', '1:1 `--8<-- "a.md"`', "write ::include{file=_blocks/name.md}"],
  ["<<< @/a.js", "1:1 `<<< @/a.js`", "write ::program{file=_programs/name.js}"],
  ["Kinds:\n[block:code]\n{}\n[/block]", "2:1 `[block:code]`", asMarkdown],
  ["{info:title=A}\nText\n{info}", "1:1 `{info:title=A}`", "write :::info, its text, and ::: below it"],
  ["*[API]: Words", "1:1 `*[API]:`", 'write <abbr title="…"> and </abbr> around the word'],
  ["To {{ url }} or {{url}}", "1:4 `{{ url }}`", "write its value, or put it in backticks where it's meant as it is"],
  ['<A b={["c"]} />', "1:1 `<A b={`", "write it as Markdown, with a directive or as HTML"],
  ["See [[Name|Page]].", "1:5 `[[Name|Page]]`", "write [Text](./page.md)"],
  ["Done :tada:!", "1:6 `:tada:`", "write the emoji itself, or remove it"],
  ["A $\\sqrt{x}$.", "1:3 `$\\sqrt{x}$`", "show the formula as a picture, or write it as code"],
  ["++ctrl+c++", "1:1 `++ctrl+c++`", "write <kbd> and </kbd> around each key"],
  ["A ==word==.", "1:3 `==word==`", "write <mark> and </mark> around the words"],
  ["## A {.c}", "1:6 `{.c}`", noAttributes],
  ["## A {#a .c}", "1:6 `{#a .c}`", noAttributes],
  ["Text\n{: .lead }", "2:1 `{: .lead }`", noAttributes],
  ['A [link](/){: target="_blank"}.', '1:12 `{: target="_blank"}`', noAttributes],
])("syntax of other tools is a warning that says what to write instead: %j", async (markdown, start, hint) => {
  expect(await findings(markdown)).toEqual([`${start} does nothing here: it is published as text — ${hint}`]);
});

test.each([
  ["# Home\n\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n", 3],
  ["Above\n<<<<<<< HEAD\n# One\n=======\n# Two\n>>>>>>> other\n", 2],
  ["<<<<<<< HEAD\r\n# One\r\n=======\r\n# Two\r\n>>>>>>> other\r\n", 1],
  ["<<<<<<< HEAD\n---\ntitle: One\n---\n=======\n---\ntitle: Two\n---\n>>>>>>> other\n", 1],
])("an unresolved git merge is one error, where it begins: %j", async (markdown, line) => {
  const { diagnostics } = await buildSite({ "content/index.md": markdown });
  expect(diagnostics).toMatchObject([{ code: "content/conflict", severity: "error", position: { line, column: 1 } }]);
});

test.each([
  ["title: Loads", "# Loads {#loads}", []],
  [
    "title: Loads",
    "# *Loads* of `A`",
    ["4:1 this title is left out: the front matter has another, `Loads` — remove one of the two"],
  ],
  ["sidebar_label: Loads", "# All loads", []],
  [
    "sidebar_label: Loads",
    "# A\n\n# B",
    ["6:1 a second level-1 heading — start sections with ##: the title is the only h1"],
  ],
])("a title is either shown or reported: %s above %s", async (key, heading, found) => {
  expect(await findings(`---\n${key}\n---\n${heading}\n\nText.\n`)).toEqual(found);
});

test("a backslash keeps text that looks like an id in the words of a heading", async () => {
  const site = await buildSite({ "content/index.md": "# Home\n\n## Set \\{#id}\n" });
  expect(site.read("index.html")).toContain('<h2 id="set-id">Set {#id} ');
});

test("empty front matter is accepted as front matter", async () => {
  expect(await findings("---\n---\n# A\n\n# B\n")).toEqual([
    "5:1 a second level-1 heading — start sections with ##: the title is the only h1",
  ]);
});

test("a footnote that a page and its block both define is reported where it's unused; a repeated block is fine", async () => {
  const block = "content/_blocks/b.md";
  const { diagnostics } = await buildSite({
    "content/index.md": `::include{file=${block.slice(8)}}\n\n::include{file=${block.slice(8)}}\n\nSee[^1].\n\n[^1]: Mine.\n`,
    [block]: "In a block[^1].\n\n[^1]: The block's.\n",
  });
  expect(diagnostics).toMatchObject([
    { code: "content/markdown", position: { file: "content/index.md", line: 7, column: 1 } },
  ]);
});

test("unusual but intended Markdown has no findings", async () => {
  const markdown = `See [a][b], \\[c][d], list[0][1], [ ] and [x].

> ~~~
> code
> ~~~

- :::note
  Text
  :::

::::tabs
:::tab[A]
\`\`\`\`md
\`\`\`
[x][y]
\`\`\`\`
:::
::::

| a | b |
|---|---|
| 1 |

    indented

<!-- done -->

> [!NOTE](/)

    <p>\n    </p>

The process $$ and $$ of it, src/**/a/**, 2**3 and 4**5, **kwargs and **more, \\**a** b, • one.

About ~5 minutes, ~/.ssh and ~gone~, ratio 3 : 1 and

- <br> and <p>a <a name="x"/> <b>c</b>

A \\::cents[2], std::cents[2], \`::cents[2]\` and a ::before, ::after[2] and 10::30.

import your loads from the list, export them at 10:30

\`\`\`text
graph TD;
<<<<<<< HEAD
\`\`\`

\`\`\`js
import a from "a";
\`\`\`

[b]: /

[//]: # (One remark)
[//]: # (and another one)

## Set {\`id\`} {#set-id}

### \`GET /users/{id}\` {id}

#hashtag is #1. !!! note that {{name}} and {name} are variables, 100{% of them, "\`{% x %}\`" \\{% x %}.

1.\\ A

| a |
| - |
| 1 | |
`;
  expect(await findings(markdown)).toEqual([]);
});
