import { type DiagnosticKind, warning } from "./diagnostic-kind.ts";

/** Findings of what a site's settings say of its look. */
export const lookKinds = {
  "look/contrast": warning(
    "The accent color has too little contrast. Links and words in it are hard to read on the pages' grounds (WCAG 2.2, 1.4.3: 4.5 to 1).",
    "Take the color that the finding names, the nearest of this hue; `docs-build check --fix` does.",
  ),
  "look/heavy": warning(
    "A logo, font or file of styles is large. Every page loads it before it looks as it should.",
    "Make it smaller: a drawing without what its editor added, a font with the letters that the site uses, as .woff2.",
  ),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;
