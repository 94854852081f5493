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

export const serverKinds = ["sandbox", "local", "staging", "production"] as const;

/** An API server that samples and the explorer may name. */
export interface ServerSetting {
  readonly name: string;
  readonly url: string;
  readonly kind: (typeof serverKinds)[number];
}
