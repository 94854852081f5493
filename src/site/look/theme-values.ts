import type { Grounds } from "./accent.ts";

/*
 * What a theme's styles say by custom properties, as the bundler writes them: those of light pages come first, those of dark
 * ones after them. So a site that has its own `tokens.css` is judged by it.
 */

/** What the accent color of a mode stands on; null where the styles do not say it as plain colors. */
export function groundsOf(styles: string, mode: "light" | "dark"): Grounds | null {
  const valueOf = (name: string): string => valuesOf(styles, name).at(mode === "light" ? 0 : 1) ?? "";
  const paper = valueOf("paper");
  const surfaces = ["paper", "surface", "raised", "code"].map(valueOf).filter((value) => isColor.test(value));
  const wash = Number.parseFloat(valueOf("wash")) / 100;
  return isColor.test(paper) ? { paper, surfaces, wash: Number.isNaN(wash) ? 0 : wash } : null;
}

const isColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** The families of fonts that the theme names: `sans` or `mono`. */
export function readStack(styles: string, name: "sans" | "mono"): string {
  return valuesOf(styles, name)[0] ?? (name === "sans" ? "sans-serif" : "monospace");
}

function valuesOf(styles: string, name: string): readonly string[] {
  return Array.from(styles.matchAll(new RegExp(`[{;]\\s*--${name}:\\s*([^;}]*)`, "g")), ([, value = ""]) =>
    value.trim(),
  );
}
