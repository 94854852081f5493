/** An SVG that a site gives as the source of its social image, and what is said of it. */
export interface HostilePicture {
  readonly name: string;
  readonly svg: string;
  /** A part of the finding's message; null when a picture is drawn. */
  readonly finding: string | null;
  /** Line and column, where they are known. */
  readonly place?: readonly [number, number];
}

const svg = (content: string, size = 'width="1200" height="630"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;

const doubling = Array.from({ length: 24 }, (_, index) => `<g id="a${index + 1}">${use(index).repeat(2)}</g>`);

function use(index: number): string {
  return `<use href="#a${index}"/>`;
}

const laughs = Array.from({ length: 10 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);

export const hostilePictures: readonly HostilePicture[] = [
  { name: "no SVG at all", svg: "hello\u0000", finding: "cannot be drawn: unknown token", place: [1, 1] },
  { name: "nothing", svg: "", finding: "cannot be drawn: the document does not have a root node" },
  { name: "HTML", svg: "<html></html>", finding: "cannot be drawn" },
  { name: "an element that is not closed", svg: "<svg><g>", finding: "cannot be drawn: the root node was opened" },
  {
    name: "a wrong end tag",
    svg: svg("\n\n  <g></a>"),
    finding: "cannot be drawn: expected 'g' tag, not 'a'",
    place: [3, 6],
  },
  { name: "no size", svg: svg("", 'width="0" height="0"'), finding: "cannot be drawn: SVG has an invalid size" },
  {
    name: "a square",
    svg: svg("", 'viewBox="0 0 9 9"'),
    finding: "has to be 1200 x 630 or in that proportion; it is 9 x 9",
  },
  {
    name: "a tower that would fill the memory",
    svg: svg("", 'viewBox="0 0 1 1000000"'),
    finding: "has to be 1200 x 630 or in that proportion; it is 1 x 1000000",
  },
  {
    name: "an image of another host",
    svg: svg('<image href="HOST/a.png" width="9" height="9"/>'),
    finding: "holds the image `http://",
  },
  {
    name: "an image of this machine",
    svg: svg('<image xlink:href="/etc/passwd"/>'),
    finding: "holds the image `/etc/passwd`",
  },
  {
    name: "an image in a filter",
    svg: svg('<filter id="f"><feImage href="file:///etc/passwd"/></filter>'),
    finding: "holds the image `file:///etc/passwd`",
  },
  {
    name: "styles, fonts and parts of another host",
    svg: svg(
      '<style>@import url("HOST/a.css"); @font-face { font-family: F; src: url(HOST/f.ttf) } rect { fill: url(HOST/#a) }</style><rect width="9" height="9"/><use href="HOST/b.svg#a"/><script href="HOST/c.js">fetch("HOST")</script>',
    ),
    finding: null,
  },
  {
    name: "an external entity",
    svg: `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
    finding: "cannot be drawn: unknown entity reference 'x'",
  },
  {
    name: "a billion laughs",
    svg: `<!DOCTYPE svg [<!ENTITY e0 "ha">${laughs.join("")}]>${svg("<text>&e10;</text>")}`,
    finding: "cannot be drawn",
  },
  {
    name: "a part used 16 million times",
    svg: svg(`<defs><path id="a0" d="M0 0h9"/>${doubling.join("")}</defs>${use(24)}`),
    finding: "cannot be drawn: nodes limit reached",
  },
  { name: "a part that uses itself", svg: svg(`<g id="a1">${use(1)}</g>`), finding: null },
  {
    name: "100,000 levels",
    svg: svg("<g>".repeat(100_000) + "</g>".repeat(100_000)),
    finding: "cannot be drawn: nodes limit reached",
  },
];

/** Twenty filters that each look at a million neighbours of every point. */
export const slowPicture = svg(
  `<filter id="f">${'<feMorphology operator="dilate" radius="500"/>'.repeat(20)}</filter><rect width="1200" height="630" filter="url(#f)"/>`,
);
