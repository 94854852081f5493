/** Languages that a reader gets on demand, in the order of their tabs. */
export const moreLanguages = [
  { id: "csharp", label: "C#" },
  { id: "java", label: "Java" },
  { id: "go", label: "Go" },
  { id: "php", label: "PHP" },
  { id: "ruby", label: "Ruby" },
] as const;

/** Ids of all languages of samples. */
export const sampleLanguages = ["curl", "javascript", "python", ...moreLanguages.map(({ id }) => id)] as const;

export type SampleLanguage = (typeof sampleLanguages)[number];
