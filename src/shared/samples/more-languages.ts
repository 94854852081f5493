/** The languages that a reader gets when they ask for them, in the order of their tabs. */
export const moreLanguages = [
  { id: "csharp", label: "C#" },
  { id: "java", label: "Java" },
  { id: "go", label: "Go" },
  { id: "php", label: "PHP" },
  { id: "ruby", label: "Ruby" },
] as const;
