/** Front matter that attacks the YAML library or the site. `finding` is a part of the expected message; null for none. */
export interface HostileYaml {
  readonly name: string;
  readonly yaml: string;
  readonly finding: string | null;
}

const letters = ["a", "b", "c", "d", "e", "f", "g", "h"];

export const hostileFrontMatter: readonly HostileYaml[] = [
  {
    name: "an alias bomb",
    yaml: letters
      .map(
        (letter, index) =>
          `${letter}: &${letter} [${Array(9)
            .fill(index === 0 ? "x" : `*${letters[index - 1]}`)
            .join(", ")}]`,
      )
      .join("\n"),
    finding: "more than 50 uses of aliases",
  },
  {
    name: "merge keys in a chain",
    yaml: Array.from(
      { length: 200 },
      (_, index) => `k${index}: &k${index} { <<: [${index > 0 ? `*k${index - 1}, *k${index - 1}` : "{}"}] }`,
    ).join("\n"),
    finding: "aliases",
  },
  { name: "an alias of itself", yaml: "title: &a [*a]", finding: "inside its own anchor" },
  { name: "100,000 open brackets", yaml: `title: ${"[".repeat(100_000)}`, finding: "nested deeper than 200 levels" },
  { name: "5,000 nested lists", yaml: "- ".repeat(5000), finding: "nested deeper than 200 levels" },
  { name: "more than a megabyte", yaml: `title: ${"a".repeat(1_000_001)}`, finding: "this YAML is larger than 1 MB" },
  {
    name: "names of Object.prototype",
    yaml: "__proto__: { unlisted: true }\nconstructor: 1\ntoString: 2",
    finding: "unknown key `__proto__`",
  },
  { name: "a function", yaml: "title: !!js/function 'function () { throw 1 }'", finding: null },
  { name: "a title that is markup", yaml: `title: "</title><script>alert(1)</script>"`, finding: null },
  { name: "a description that is markup", yaml: `title: x\ndescription: '"><script>alert(1)</script>'`, finding: null },
  { name: "a title that isn't a string", yaml: "title: { a: 1 }", finding: "`title`" },
  { name: "the same key twice", yaml: "title: a\ntitle: b", finding: "the key `title` appears twice" },
  { name: "two documents", yaml: "title: a\n...\ntitle: b", finding: "YAML" },
  { name: "a slug above the site", yaml: "slug: /../../etc/passwd", finding: "leaves the site" },
  { name: "a slug above the site, by dots in the middle", yaml: "slug: /a/../../b", finding: "leaves the site" },
  { name: "a slug with a NUL", yaml: 'slug: "/a\\0b"', finding: "holds a character no address can hold" },
  { name: "a slug with a newline", yaml: 'slug: "/a\\nb"', finding: "holds a character no address can hold" },
  { name: "a slug with a backslash", yaml: "slug: '/..\\..\\etc'", finding: "holds a character no address can hold" },
  { name: "a slug with half a character", yaml: 'slug: "/\\ud800"', finding: "holds a character no address can hold" },
  { name: "a slug longer than a file name", yaml: `slug: /${"x".repeat(300)}`, finding: "is too long for a file name" },
  { name: "a slug that only looks encoded", yaml: "slug: /%2e%2e/%2e%2e/etc", finding: null },
  { name: "an alias above the site", yaml: "title: x\naliases: [/../x]", finding: "leaves the site" },
];
