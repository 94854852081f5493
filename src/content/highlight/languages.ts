/** Languages with colors: the name in highlight.js, then aliases. */
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

/** Blocks of these are plain text. */
const plainNames: ReadonlySet<string> = new Set(["", "plain", "plaintext", "text", "txt", "eventstream"]);

/** Takes lower case. Plain text counts as known. */
export function isKnownLanguage(language: string): boolean {
  return plainNames.has(language) || grammarOf(language) !== null;
}

/** Takes any name of a language; null for an unknown one. */
export function grammarOf(language: string): Grammar | null {
  return grammarByName.get(language) ?? null;
}
