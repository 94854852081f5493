/** The languages that a reader gets when they ask for them, in the order of their tabs. */
export const moreLanguages = [
  { id: "csharp", label: "C#" },
  { id: "java", label: "Java" },
  { id: "go", label: "Go" },
  { id: "php", label: "PHP" },
  { id: "ruby", label: "Ruby" },
] as const;

/** Ids of the languages that samples can be in. */
export const sampleLanguages = ["curl", "javascript", "python", ...moreLanguages.map(({ id }) => id)] as const;

export type SampleLanguage = (typeof sampleLanguages)[number];
