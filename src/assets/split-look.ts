import { hashLook } from "./hash-look.ts";

type Texts = ReadonlyMap<string, string>;

/** The sources of a site's own look, by what they are compiled to. */
export interface SplitLook {
  /** Styles, and the package's scripts. */
  readonly clientSources: Texts;
  /** Templates, the islands that stand in them, and the model that they show. */
  readonly templateSources: Texts;
}

/** Splits the sources of a look. Those that the package was compiled from, `compiledLook` being their hash, need no compiling. */
export function splitLook(look: Texts, compiledLook: string): SplitLook {
  const own: Texts = look.size > 0 && hashLook(look) !== compiledLook ? look : new Map();
  return { clientSources: only(own, isClientSource), templateSources: only(own, isTemplateSource) };
}

function only(texts: Texts, isWanted: (path: string) => boolean): Texts {
  return new Map([...texts].filter(([path]) => isWanted(path)));
}

function isClientSource(path: string): boolean {
  return path.endsWith(".css") || path.startsWith("src/");
}

function isTemplateSource(path: string): boolean {
  if (path.endsWith(".css")) return false;
  return ["templates/", "src/client/islands/", "src/model/"].some((folder) => path.startsWith(folder));
}
