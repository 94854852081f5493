/** The languages that code is colored in: each by the word of highlight.js, then by what else it is called. */
export const languages = [
  ["bash", "sh", "zsh", "shellscript"],
  ["c"],
  ["cpp", "c++"],
  ["csharp", "c#", "cs"],
  ["css"],
  ["dart"],
  ["diff", "patch"],
  ["dockerfile", "docker"],
  ["elixir", "ex"],
  ["go", "golang"],
  ["graphql", "gql"],
  ["http"],
  ["ini", "toml"],
  ["java"],
  ["javascript", "js", "jsx", "mjs", "cjs"],
  ["json", "json5", "jsonc", "jsonl"],
  ["kotlin", "kt"],
  ["lua"],
  ["makefile", "make"],
  ["markdown", "md"],
  ["nginx"],
  ["objectivec", "objc", "objective-c"],
  ["perl", "pl"],
  ["php"],
  ["powershell", "ps1"],
  ["properties", "dotenv"],
  ["python", "py"],
  ["r"],
  ["ruby", "rb"],
  ["rust", "rs"],
  ["scala"],
  ["scss"],
  ["shell", "console", "shellsession"],
  ["sql", "plsql", "mysql"],
  ["swift"],
  ["typescript", "ts", "tsx"],
  ["xml", "html", "svg", "xhtml"],
  ["yaml", "yml"],
] as const;

export type Grammar = (typeof languages)[number][0];

const grammarByName: ReadonlyMap<string, Grammar> = new Map(
  languages.flatMap((names) => names.map((name) => [name, names[0]] as const)),
);

/** Names of no language: what stands in the block is text. */
const plainNames: ReadonlySet<string> = new Set(["", "plain", "plaintext", "text", "txt", "eventstream"]);

/** Whether code in this language is published in colors, or says that it wants none. Lower case. */
export function isKnownLanguage(language: string): boolean {
  return plainNames.has(language) || grammarOf(language) !== null;
}

/** The grammar of a language by any of its names; null for one that is not known. */
export function grammarOf(language: string): Grammar | null {
  return grammarByName.get(language) ?? null;
}
