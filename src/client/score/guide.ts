import { decodePercent } from "#shared/percent.ts";

/** A request that a page shows, with the response that follows it. */
export interface Sample {
  readonly element: HTMLElement;
  /** The address of the operation in the reference. */
  readonly operation: string;
  /** The published response's text; null if the page shows none. */
  readonly response: HTMLElement | null;
}

/** A step is something to do, by its samples. */
export interface Step {
  readonly element: HTMLElement;
  readonly calls: readonly StepCall[];
}

interface StepCall {
  readonly link: HTMLAnchorElement;
  /** The reader can send the call with one of these samples. */
  readonly samples: readonly Sample[];
}

/** The page's samples, in their order. */
export function listSamples(): readonly Sample[] {
  const parts = [...document.querySelectorAll<HTMLElement>("main .sample, main figure.response")];
  return parts.flatMap((element, index) => {
    if (!element.matches(".sample")) return [];
    const next = parts[index + 1];
    const response = next?.matches("figure") === true ? next.querySelector("code") : null;
    const operation = element.querySelector<HTMLAnchorElement>("a.operation")?.href ?? "";
    return [{ element, operation, response }];
  });
}

/** The page's steps, but for those without a sample. */
export function listSteps(samples: readonly Sample[]): readonly Step[] {
  return [...document.querySelectorAll<HTMLElement>("main .steps > li")].flatMap((element) => {
    const own = samples.filter((sample) => isOfStep(sample, element));
    const calls = [...element.querySelectorAll<HTMLAnchorElement>("a.operation")].flatMap((link) => {
      const sent = own.filter(({ operation }) => operation === link.href);
      return sent.length === 0 ? [] : [{ link, samples: sent }];
    });
    return calls.length === 0 ? [] : [{ element, calls }];
  });
}

function isOfStep({ element }: Sample, step: HTMLElement): boolean {
  const hash = step.querySelector("a")?.hash ?? "";
  const target = document.getElementById(decodePercent(hash.slice(1)) ?? "");
  const heading = target?.closest(headings) ?? null;
  if (heading === null) return true;
  return precedes(heading, element) && !hasHeadingBetween(heading, element);
}

const headings = "h1, h2, h3, h4, h5, h6";

function hasHeadingBetween(heading: Element, element: Element): boolean {
  return [...document.querySelectorAll(`main :is(${headings})`)].some(
    (other) => other.tagName <= heading.tagName && precedes(heading, other) && precedes(other, element),
  );
}

function precedes(first: Node, second: Node): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}
