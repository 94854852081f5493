const fence = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm;

/** The languages of fenced code blocks in Markdown texts, lower case: what the highlighter has to load. */
export function languagesOf(texts: Iterable<string>): ReadonlySet<string> {
  const languages = new Set<string>();
  for (const text of texts) {
    for (const [, language] of text.matchAll(fence)) if (language !== undefined) languages.add(language.toLowerCase());
  }
  return languages;
}
