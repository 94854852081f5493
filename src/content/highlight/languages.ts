/** The languages that code is colored in, by the words of highlight.js. */
export const grammarNames = [
  ...(["bash", "c", "cpp", "csharp", "css", "dart", "diff", "dockerfile", "elixir", "go", "graphql", "http"] as const),
  ...(["ini", "java", "javascript", "json", "kotlin", "lua", "makefile", "markdown", "nginx", "objectivec"] as const),
  ...(["perl", "php", "powershell", "properties", "python", "r", "ruby", "rust", "scala", "scss", "shell"] as const),
  ...(["sql", "swift", "typescript", "xml", "yaml"] as const),
];

export type Grammar = (typeof grammarNames)[number];

const aliases: Readonly<Record<string, Grammar>> = {
  ...({ sh: "bash", zsh: "bash", shellscript: "bash", console: "shell", shellsession: "shell" } as const),
  ...({ ps1: "powershell", js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript" } as const),
  ...({ ts: "typescript", tsx: "typescript", json5: "json", jsonc: "json", jsonl: "json", yml: "yaml" } as const),
  ...({ toml: "ini", html: "xml", svg: "xml", xhtml: "xml", py: "python", rb: "ruby", rs: "rust" } as const),
  ...({ kt: "kotlin", "c#": "csharp", cs: "csharp", "c++": "cpp", golang: "go", objc: "objectivec" } as const),
  ...({ "objective-c": "objectivec", pl: "perl", ex: "elixir", gql: "graphql", md: "markdown" } as const),
  ...({ docker: "dockerfile", make: "makefile", patch: "diff", dotenv: "properties" } as const),
  ...({ plsql: "sql", mysql: "sql" } as const),
};

/** Names of no language: what stands in the block is text. */
const plainNames: ReadonlySet<string> = new Set(["", "plain", "plaintext", "text", "txt"]);

/** Whether code in this language is published in colors, or says that it wants none. Lower case. */
export function isKnownLanguage(language: string): boolean {
  return plainNames.has(language) || grammarOf(language) !== null;
}

/** The grammar of a language by any of its names; null for one that is not known. */
export function grammarOf(language: string): Grammar | null {
  if (Object.hasOwn(aliases, language)) return aliases[language] ?? null;
  return grammarNames.find((name) => name === language) ?? null;
}
