import AxeBuilder from "axe-core";
import type { Page } from "playwright-core";

interface AxeWindow {
  readonly axe: {
    readonly configure: (spec: object) => void;
    readonly run: (part: string, options: object) => Promise<{ readonly violations: readonly AxeViolation[] }>;
  };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The rules that depend on the color mode. All others give the same result in both modes. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page, or a part of it, as it is now, by all rules or some: the rule, the first element and how many
 * there are.
 */
export async function violationsOn(
  page: Page,
  part = "html",
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AxeBuilder.source);
  await page.evaluate(markAppearances);
  return page.evaluate(
    async ([selector, only]) => {
      const { axe } = window as unknown as AxeWindow;
      axe.configure({ rules: [{ id: "color-contrast", selector: "[data-appearance]" }] });
      const options = { resultTypes: ["violations"], ...(only.length > 0 && { runOnly: only }) };
      const { violations } = await axe.run(selector, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`);
    },
    [part, rules] as const,
  );
}

/**
 * The same in both color modes, without loading the page anew: every rule in the mode that it is in, and the rules
 * that see colors once more in the other one, which is left again. `light: …` or `dark: …`.
 */
export async function violationsInBothModes(page: Page, part = "html"): Promise<readonly string[]> {
  const mode = await page.evaluate(() => document.documentElement.dataset["theme"] ?? "light");
  const other = mode === "light" ? "dark" : "light";
  const found = [(await violationsOn(page, part, [])).map((violation) => `${mode}: ${violation}`)];
  await switchTo(page, other);
  found.push((await violationsOn(page, part, colorRules)).map((violation) => `${other}: ${violation}`));
  await switchTo(page, mode);
  return found.flat();
}

/**
 * Makes a page small for axe, whose time grows with the number of elements: of the colored words in code, which are most of
 * them, a few of each appearance stay elements, and the others become plain text. For pages whose script is done.
 */
export async function thinCode(page: Page): Promise<void> {
  await page.evaluate(markAppearances);
  await page.evaluate(() => {
    const words = [...document.querySelectorAll("pre :is(span, c-):not([data-appearance])")].reverse();
    for (const word of words) if (word.childElementCount === 0) word.replaceWith(word.textContent ?? "");
    document.body.normalize();
  });
}

async function switchTo(page: Page, mode: string): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dataset["theme"] = value), mode);
}

/**
 * Marks a few texts of each appearance: colors, size, weight, element, class, and the grounds it stands on. Contrast,
 * by far axe's slowest rule, is the same for texts that look the same, so a few are enough.
 */
function markAppearances(): void {
  const grounds = new Map<Element | null, string>([[null, ""]]);
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element);
    if (element === null || known !== undefined) return known ?? "";
    const style = getComputedStyle(element);
    const own = [
      [style.backgroundColor, "rgba(0, 0, 0, 0)"],
      [style.backgroundImage, "none"],
      [style.opacity, "1"],
      [style.filter, "none"],
      [style.position, "static"],
    ].flatMap(([value, plain]) => (value === plain ? [] : [value]));
    const ground = groundOf(element.parentElement) + (own.length === 0 ? "" : `|${own.join()}`);
    grounds.set(element, ground);
    return ground;
  };
  for (const marked of document.querySelectorAll("[data-appearance]")) marked.removeAttribute("data-appearance");
  const seen = new Map<string, number>();
  const mark = (element: Element): void => {
    if (!element.checkVisibility()) return;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { tagName, className, parentElement } = element;
    const appearance = [tagName, className, parentElement?.className, color, fontSize, fontWeight, textShadow].join();
    const key = appearance + groundOf(element);
    const count = seen.get(key) ?? 0;
    // A few of each: one may lie under something else.
    if (count < 3) element.setAttribute("data-appearance", "");
    seen.set(key, count + 1);
  };
  for (const field of document.querySelectorAll("input, select, textarea")) mark(field);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement !== null && textContent?.trim() !== "") mark(parentElement);
  }
}
