/* Contrast by WCAG 2.2 (1.4.3), and the nearest color with enough of it: the same hue in Oklab, lighter or darker. */

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
  const [lightness, a, b] = toOklab(parseColor(color));
  const goal = luminance(parseColor(grounds.paper)) > 0.18 ? 0 : 1;
  const at = (part: number): string => toHex(withinGamut(lightness + (goal - lightness) * part, a, b));
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

function luminance(color: Color): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear([red, green, blue]: Color): Color {
  return [linearPart(red), linearPart(green), linearPart(blue)];
}

function linearPart(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toOklab(color: Color): Color {
  const [red, green, blue] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinearColor(lightness: number, a: number, b: number): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function withinGamut(lightness: number, a: number, b: number): Color {
  const isShown = (color: Color): boolean => color.every((part) => part >= -0.0005 && part <= 1.0005);
  let [chroma, tooMuch] = [0, 1];
  if (isShown(toLinearColor(lightness, a, b))) chroma = 1;
  for (let step = 0; step < 16 && chroma < 1; step++) {
    const middle = (chroma + tooMuch) / 2;
    if (isShown(toLinearColor(lightness, a * middle, b * middle))) chroma = middle;
    else tooMuch = middle;
  }
  const [red, green, blue] = toLinearColor(lightness, a * chroma, b * chroma);
  return [toWritten(red), toWritten(green), toWritten(blue)];
}

function toWritten(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
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
