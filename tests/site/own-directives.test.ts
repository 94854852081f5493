import { expect, test } from "vitest";

import { ProcessMemory } from "#cache/process-memory.ts";
import { explain } from "#cli/explain/explain.ts";

import { buildFolder } from "../support/build-folder.ts";
import { onMake } from "../support/build-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* A site defines its own directives with templates in `templates/directives/*.tsx`. */

const rateCard = `export const attributes = { amount: "number", currency: ["USD", "CAD"], "note?": "string", compact: "boolean" };

export default function RateCard({ amount, currency, note, compact, label, children }) {
  return (
    <section className={compact ? "rate rate-compact" : "rate"}>
      <h3>{label ?? "Rate"}</h3>
      <p>{(amount / 100).toFixed(2)} {currency}{note && \`, \${note}\`}</p>
      <a href="./other.md">Other</a>
      {children && <div className="terms">{children}</div>}
    </section>
  );
}
`;

type Files = Readonly<Record<string, string>>;

async function buildPage(page: string, files: Files = { "templates/directives/rate-card.tsx": rateCard }) {
  await using site = await temporaryFolder({
    "content/index.md": `# Docs\n\n${page}\n`,
    "content/other.md": "# Other\n",
    ...files,
  });
  const { found, outputs, html } = await buildFolder(site.path);
  const body = /<\/h1>.*?<div class="prose">([^]*?)<\/div>(?:<p class="page-foot|<nav|<\/main)/.exec(html)?.[1] ?? html;
  return { found, body, outputs, markdown: outputs.get("index.md") ?? "" };
}

test("a template in templates/directives/ is a directive, with its attributes and with Markdown in it", async () => {
  const { found, body, markdown, outputs } = await buildPage(
    ':::rate-card[Lane]{amount=240000 currency=USD note="all in" compact}\nSee [the other](./other.md) **page**.\n:::\n',
  );
  expect(found).toEqual([]);
  expect(body).toMatchInlineSnapshot(
    `"<section class="rate rate-compact"><h3 id="lane">Lane <a class="anchor" href="#lane" aria-label="Link to “Lane”">#</a></h3><p>2400.00 USD, all in</p><a href="/other">Other</a><div class="terms"><p>See <a href="/other">the other</a> <strong>page</strong>.</p></div></section>"`,
  );
  expect(markdown.slice(markdown.indexOf("# Docs"))).toMatchInlineSnapshot(`
    "# Docs

    ### Lane

    2400.00 USD, all in

    [Other](/other)

    See [the other](/other) **page**.
    "
  `);
  const searched = [...outputs].filter(([path]) => path.endsWith(".json")).map(([, text]) => text);
  expect(searched.join("\n")).toContain("2400.00 USD, all in");
});

test("a directive works alone, in a sentence, in an included block, and inside another", async () => {
  const { found, body } = await buildPage(
    "::tag-line[Alone]\n\nA :unit[*mile*]{of=3} and 10:unit.\n\n::include{file=_blocks/one.md}\n\n:::note\n::tag-line\n:::",
    {
      "content/_blocks/one.md": "::tag-line[Within]",
      "templates/directives/tag-line.tsx": "export default ({ label }) => <p className='tag'>{label ?? 'None'}</p>;",
      "templates/directives/unit.tsx":
        'export const attributes = { of: "number" };\nexport default ({ of, children }) => <b>{of + 1} {children}s</b>;',
    },
  );
  expect(found).toEqual([]);
  expect(body).toMatchInlineSnapshot(`
    "<p class="tag">Alone</p>
    <p>A <b>4 <em>mile</em>s</b> and 10:unit.</p>
    <p class="tag">Within</p>
    <aside class="admonition admonition-note" aria-label="Note"><p class="admonition-title">Note</p><p class="tag">None</p></aside>"
  `);
});

const usage = (attributes: string) => `Text.\n\n::rate-card{${attributes}}`;
const at = "content/index.md:5:1";

test.each([
  [
    "an unknown attribute",
    "ammount=3 currency=USD",
    `\`rate-card\` has no attribute \`ammount\` — did you mean \`amount\`? [amount]`,
  ],
  ["a missing attribute", "currency=USD", "`rate-card` has no `amount` — write ::rate-card{amount=…}"],
  [
    "an invalid number",
    "amount=2,400 currency=USD",
    "`amount` of `rate-card` isn't a number: `2,400` — write {amount=2400}, without commas or signs",
  ],
  ["an unlisted word", "amount=3 currency=USDD", "`currency` of `rate-card` can't be `USDD` — did you mean USD? [USD]"],
  [
    "an invalid boolean",
    "amount=3 currency=USD compact=maybe",
    "`compact` of `rate-card` is neither true nor false: `maybe` — write {compact}, or leave it out",
  ],
])("%s is a finding at the line of the page", async (_name, attributes, expected) => {
  const { found } = await buildPage(usage(attributes));
  expect(found).toEqual([`error directive/invalid ${at} ${expected}`]);
});

const broken = (text: string) => ({ "templates/directives/rate-card.tsx": text });

test.each([
  [
    "throws",
    "export default () => {\n  throw new Error('no rate');\n};",
    "`rate-card` throws: no rate — see templates/directives/rate-card.tsx",
  ],
  [
    "returns an object",
    "export default () => ({ a: 1 });",
    "`rate-card` throws: Objects are not valid as a React child (found: object with keys {a}). If you meant to render a collection of children, use an array instead. — see templates/directives/rate-card.tsx",
  ],
  [
    "returns no element",
    "export default () => null;",
    "`rate-card` gives no element — return one from the component in templates/directives/rate-card.tsx",
  ],
  [
    "is async",
    "export default async () => <p>Later</p>;",
    "`rate-card` throws: A component suspended while responding to synchronous input. This will cause the UI to be replaced with a loading indicator. To fix, updates that suspend should be wrapped with startTransition. — see templates/directives/rate-card.tsx",
  ],
  [
    "leaves out its content",
    "export default () => <p>Rate</p>;",
    "`rate-card` doesn't show its content — put {children} into the element of templates/directives/rate-card.tsx",
  ],
  [
    "has paragraphs in a paragraph",
    "export default ({ children }) => <p>{children}</p>;",
    "`rate-card` has its children in a <p>, which holds no paragraphs — use a <div> in templates/directives/rate-card.tsx",
  ],
  [
    "shows an unknown island",
    "import { Island } from '../island.tsx';\nexport default ({ children }) => <div>{children}<Island name='clock' component={() => <b>1</b>} props={{}} /></div>;",
    "`rate-card` shows the island `clock`, which doesn't exist — write templates/islands/clock.tsx",
  ],
])(
  "a component that %s is a finding at the line of the page, which still shows its content",
  async (_name, text, expected) => {
    const { found, body } = await buildPage("Text.\n\n:::rate-card\nA [link](./other.md).\n:::", broken(text));
    expect(found).toEqual([`error directive/invalid ${at} ${expected}`]);
    expect(body).toContain('<p>A <a href="/other">link</a>.</p>');
  },
);

test("a block in a sentence is a finding", async () => {
  const { found } = await buildPage("A :rate-card here.", broken("export default () => <div>Rate</div>;"));
  expect(found).toEqual([
    "error directive/invalid content/index.md:3:3 `rate-card` gives a block, and is used in a sentence — write ::rate-card on a line of its own",
  ]);
});

test("links and images of a component are checked like those of the page that shows it", async () => {
  const { found } = await buildPage(
    "Text.\n\n::rate-card",
    broken("export default () => <p><a href='/gone'>x</a><img src='./none.png' alt='' /></p>;"),
  );
  expect(found).toEqual([
    `error link/broken ${at} there is no page or file \`/gone\` — `,
    `error link/broken-asset ${at} there is no file \`/none.png\` — files lie beside the page or in content/static/`,
  ]);
});

test.each([
  [
    "no default export",
    "rate-card",
    "export const RateCard = () => <p>Rate</p>;",
    "1:1 the directive has no default export — write export default function and the component that shows it",
  ],
  [
    "a default export that isn't a component",
    "rate-card",
    "export default 7;",
    "1:1 the directive's default export isn't a component — write export default function and the component that shows it",
  ],
  [
    "invalid attributes",
    "rate-card",
    'export const attributes = { amount: "money" };\nexport default () => <p>Rate</p>;',
    '1:1 the attribute `amount` is neither "string", "number", "boolean" nor a list of words — write export const attributes = { amount: "number", "note?": "string" }',
  ],
  [
    "code that throws",
    "rate-card",
    "export const attributes = {};\nthrow new Error('not today');\nexport default () => <p>Rate</p>;",
    "1:1 the directive throws as it is loaded: not today — ",
  ],
  [
    "code that doesn't compile",
    "rate-card",
    "export default () => <p>;",
    '1:26 Unexpected end of file before a closing "p" tag — ',
  ],
  [
    "the name of a built-in directive",
    "note",
    "export default () => <p>Rate</p>;",
    "1:1 `note` is a directive of docs-build's — give the file another name",
  ],
  [
    "an invalid directive name",
    "RateCard",
    "export default () => <p>Rate</p>;",
    "1:1 `RateCard` can't be a directive's name: names have lowercase letters, digits and hyphens — give the file another name",
  ],
])("a file with %s is one finding at its position, and pages are still built", async (_name, name, text, expected) => {
  const page = name === "rate-card" ? ":::rate-card\nText.\n:::\n\n::rate-card" : "Text.";
  const { found, body } = await buildPage(page, { [`templates/directives/${name}.tsx`]: text });
  expect(found).toEqual([`error template/invalid templates/directives/${name}.tsx:${expected}`]);
  expect(body).toContain("<p>Text.</p>");
});

test("changing a directive renders exactly the pages that use it again", async () => {
  const memory = new ProcessMemory();
  await using site = await temporaryFolder({
    "content/index.md": "# Docs\n\n::rate-card\n",
    "content/other.md": "# Other\n",
    ...broken("export default () => <p>First</p>;"),
  });
  const buildAgain = async () => {
    const parsed: string[] = [];
    const watched = onMake(memory, async (name, make) => {
      if (name.startsWith("document ")) parsed.push(name);
      return make();
    });
    const { html } = await buildFolder(site.path, { memory: watched });
    return { parsed, html };
  };
  expect((await buildAgain()).parsed).toHaveLength(3);
  await site.write(broken("export default () => <p>Second</p>;"));
  const { parsed, html } = await buildAgain();
  expect(parsed).toEqual(["document content/index.md"]);
  expect(html).toContain("<p>Second</p>");
});

test("names that every object has work as attributes and directives; a name reserved by React is refused", async () => {
  const shown = (attributes: string) =>
    `export const attributes = ${attributes}; export default (props) => <p>{JSON.stringify(props)}</p>;`;
  const { found, body } = await buildPage("::constructor\n\n::to-string{constructor=x}", {
    "templates/directives/constructor.tsx": shown('{ "constructor?": "string", "toString?": "number" }'),
    "templates/directives/to-string.tsx": shown('{ constructor: "string" }'),
    "templates/directives/keyed.tsx": shown('{ key: "string" }'),
  });
  expect(found).toEqual([
    'error template/invalid templates/directives/keyed.tsx:1:1 the attribute `key` is taken: React keeps it to itself — write export const attributes = { amount: "number", "note?": "string" }',
  ]);
  expect(body).toBe('<p>{}</p>\n<p>{"constructor":"x"}</p>');
  const missing = await buildPage("::to-string", {
    "templates/directives/to-string.tsx": shown('{ constructor: "string" }'),
  });
  expect(missing.found).toEqual([expect.stringContaining("`to-string` has no `constructor`")]);
});

test("a directive whose file can't be read is one finding, however many pages use it", async () => {
  const { found } = await buildPage(
    "::rate-card{amount=3}\n\nA :rate-card[word].",
    broken("export default () => 3;\0"),
  );
  expect(found).toEqual([expect.stringContaining("content/encoding templates/directives/rate-card.tsx")]);
});

test("a misspelled directive is reported with the site's directive that was meant", async () => {
  const { found } = await buildPage("::rate-crad{amount=3 currency=USD}");
  expect(found).toEqual([
    "error directive/unknown content/index.md:3:1 unknown directive `rate-crad` — did you mean rate-card? [rate-card]",
  ]);
});

test("the directives and the island that `explain templates` shows work as printed", async () => {
  const text = explain("templates") ?? "";
  const shown = text.matchAll(/^\/\/ (templates\/\S+)\n([^]*?^(?:\}|\);))$(?=\n\n[A-Z])/gm);
  const files = Object.fromEntries(Array.from(shown, ([, path = "", code = ""]) => [path, code]));
  expect(Object.keys(files)).toHaveLength(3);
  const page = /^:::rate-card[^]*?(?=\n\n)/m
    .exec(text)?.[0]
    .replaceAll(/ {3,}.*$/gm, "")
    .replace("./terms.md", "./other.md");
  const { found, body } = await buildPage(`${page}\n\n::pallets{start=3}`, files);
  expect(found).toEqual([]);
  expect(body).toContain("<p>2400.00 USD </p>");
  expect(body).toContain('<div data-island="pallets"><button type="button">3<!-- --> pallets</button></div>');
});
