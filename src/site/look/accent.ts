/* Contrast by WCAG 2.2 (1.4.3), and the nearest color with enough of it: the same hue, lighter or darker. */

/** Red, green and blue from 0 to 1, gamma-encoded. */
type Color = readonly [number, number, number];

/** The backgrounds of text in the accent color, in one color mode. */
export interface Grounds {
  readonly surfaces: readonly string[];
  /** The page's background, which washes of the accent are mixed into. */
  readonly paper: string;
  /** The accent's share in a wash, from 0 to 1. */
  readonly wash: number;
}

export const leastContrast = 4.5;

/** The lowest contrast of a color on any of these backgrounds. */
export function contrastOn({ surfaces, paper, wash }: Grounds, color: string): number {
  const accent = parseColor(color);
  const washed = mixInSrgb(accent, parseColor(paper), wash);
  return Math.min(...[washed, ...surfaces.map(parseColor)].map((ground) => contrast(accent, ground)));
}

/** The nearest color with enough contrast; null if there's none. */
export function nearestWithContrast(grounds: Grounds, color: string): string | null {
  const accent = parseColor(color);
  const goal: Color = luminance(parseColor(grounds.paper)) > 0.18 ? [0, 0, 0] : [1, 1, 1];
  const at = (part: number): string => toHex(mixInSrgb(goal, accent, part));
  if (contrastOn(grounds, at(1)) < leastContrast) return null;
  let [tooLittle, enough] = [0, 1];
  for (let step = 0; step < 16; step++) {
    const middle = (tooLittle + enough) / 2;
    if (contrastOn(grounds, at(middle)) < leastContrast) tooLittle = middle;
    else enough = middle;
  }
  return at(enough);
}

function parseColor(written: string): Color {
  const digits = written.slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const part = (index: number): number => Number.parseInt(long.slice(2 * index, 2 * index + 2), 16) / 255;
  return [part(0), part(1), part(2)];
}

function toHex(color: Color): string {
  const digits = color.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

function mixInSrgb([r, g, b]: Color, [red, green, blue]: Color, part: number): Color {
  const between = (first: number, second: number): number => first * part + second * (1 - part);
  return [between(r, red), between(g, green), between(b, blue)];
}

function contrast(a: Color, b: Color): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * linearPart(red) + 0.7152 * linearPart(green) + 0.0722 * linearPart(blue);
}

function linearPart(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/*
 * Reads custom properties from a theme's bundled styles, where those for light pages come before those for dark ones. A
 * site's own `tokens.css` is included.
 */

/** The backgrounds of the accent color in a mode; null if the styles don't set them as plain colors. */
export function groundsOf(styles: string, mode: "light" | "dark"): Grounds | null {
  const valueOf = (name: string): string => valuesOf(styles, name).at(mode === "light" ? 0 : 1) ?? "";
  const paper = valueOf("paper");
  const surfaces = ["paper", "surface", "raised", "code"].map(valueOf).filter((value) => isColor.test(value));
  const wash = Number.parseFloat(valueOf("wash")) / 100;
  return isColor.test(paper) ? { paper, surfaces, wash: Number.isNaN(wash) ? 0 : wash } : null;
}

const isColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** The theme's font families: `sans` or `mono`. */
export function readStack(styles: string, name: "sans" | "mono"): string {
  return valuesOf(styles, name)[0] ?? (name === "sans" ? "sans-serif" : "monospace");
}

/** The values of a custom property, in the order of the styles. */
export function valuesOf(styles: string, name: string): readonly string[] {
  return Array.from(styles.matchAll(new RegExp(`[{;]\\s*--${name}:\\s*([^;}]*)`, "g")), ([, value = ""]) =>
    value.trim(),
  );
}
