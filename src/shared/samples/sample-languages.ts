/** Ids of the languages that samples can be in. */
export const sampleLanguages = ["curl", "javascript", "python", "csharp", "java", "go", "php", "ruby"] as const;

export type SampleLanguage = (typeof sampleLanguages)[number];

/** The languages that a reader gets when they ask for them, in the order of their tabs. */
export const moreLanguages = [
  { id: "csharp", label: "C#" },
  { id: "java", label: "Java" },
  { id: "go", label: "Go" },
  { id: "php", label: "PHP" },
  { id: "ruby", label: "Ruby" },
] as const;
