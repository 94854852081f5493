import { decodePercent } from "#shared/percent.ts";
import { frameId } from "#shared/view.ts";

import { addStyles, element as createElement, highlight, rangeIn } from "../dom.ts";
import { resetPageSandbox } from "../explorer/call/page-sandbox.ts";
import {
  addCall,
  findValues,
  forgetCalls,
  isDistinct,
  type KeptValue,
  pairResponses,
  readScore,
  type Replacements,
  replaceValues,
  type ScoredCall,
} from "./score.ts";

/*
 * Shows progress in a guide whose samples the page's sandbox has answered: the step of a call is checked off, its chip
 * shows the value to keep, and later samples have these values instead of the published ones.
 */

/** Records that the sandbox has responded to this link's request with success. */
export function keepScore(link: HTMLAnchorElement, source: string, response: string): void {
  showPublished();
  const samples = listSamples();
  const sample = samples.findIndex(({ element }) => element.contains(link));
  const sent = samples[sample];
  if (sent !== undefined) {
    const kept = pairResponses(sent.response?.textContent ?? "{}", response);
    addCall({ page: location.pathname, source, sample, operation: sent.operation, kept });
  }
  void showScore();
}

/** The sandbox has its initial records again, so all progress is dropped. */
export function forgetScore(source: string): void {
  forgetCalls(source);
  void showScore();
}

export async function showScore(): Promise<void> {
  if (readScore().length > 0) await addStyles("data-explorer-styles");
  showPublished();
  const samples = listSamples();
  const steps = listSteps(samples);
  const calls = readScore().filter(
    ({ page, sample, operation }) => page === location.pathname && samples[sample]?.operation === operation,
  );
  if (steps.length === 0 || calls.length === 0) return;
  const names = new Set(steps.flatMap(({ element }) => fieldsOf(element).map(({ data }) => data)));
  const done = steps.filter((step) =>
    markStep(step, (sample) => calls.find((call) => samples[call.sample] === sample)),
  );
  carryValues(samples, calls, names);
  const list = steps[0]?.element.parentElement;
  const button = createElement("button", { type: "button" }, "Start over");
  button.addEventListener("click", () => void startOver(calls));
  const words = `${done.length} of ${list?.children.length} done in the sandbox`;
  list?.after(createElement("p", { class: "score" }, createElement("span", {}, words, button)));
}

// The browser may restore a page as it was left, and the sandbox may have been reset since.
addEventListener("pageshow", ({ persisted }) => persisted && void showScore());

/** The published texts and form values that have been replaced. */
const texts = new Map<Text, string>();
const forms = new Map<HTMLElement, string>();

function showPublished(): void {
  for (const [text, data] of texts) text.data = data;
  for (const [link, values] of forms) link.dataset["try"] = values;
  texts.clear();
  forms.clear();
  for (const mark of ["data-done", "data-sent", "data-kept"])
    for (const element of document.querySelectorAll(`.steps [${mark}]`)) element.removeAttribute(mark);
  document.querySelector(".score")?.remove();
}

function fieldsOf(step: HTMLElement): readonly Text[] {
  return [...step.querySelectorAll(".keep code")].flatMap(({ firstChild }) =>
    firstChild instanceof Text ? [firstChild] : [],
  );
}

function markStep({ element, calls }: Step, callOf: (sample: Sample) => ScoredCall | undefined): boolean {
  for (const { link, samples } of calls) link.toggleAttribute("data-sent", samples.some(callOf));
  const isDone = calls.every(({ link }) => link.hasAttribute("data-sent"));
  element.toggleAttribute("data-done", isDone);
  const kept = calls.flatMap(({ samples }) => samples).flatMap((sample) => callOf(sample)?.kept ?? []);
  for (const field of fieldsOf(element)) {
    const value = kept.find(({ name }) => name === field.data)?.value;
    if (value === undefined) continue;
    field.parentElement?.closest(".keep")?.toggleAttribute("data-kept", true);
    write(field, [0, field.data.length], value);
  }
  return isDone;
}

function write(text: Text, [start, length]: readonly [number, number], value: string): void {
  if (!texts.has(text)) texts.set(text, text.data);
  text.replaceData(start, length, value);
}

function carryValues(samples: readonly Sample[], calls: readonly ScoredCall[], names: ReadonlySet<string>): void {
  const times = new Map<string, number>();
  const replacements = new Map<string, KeptValue>();
  const ranges: Range[] = [];
  for (const part of document.querySelectorAll<HTMLElement>("main .code code, main [data-try]")) {
    const { try: values } = part.dataset;
    if (values === undefined) ranges.push(...carryIntoCode(part, replacements));
    else {
      const carried = encodeURIComponent(replaceValues(decodeURIComponent(values), replacements));
      if (carried !== values) forms.set(part, values);
      part.dataset["try"] = carried;
    }
    for (const [time, { sample, kept }] of calls.entries()) {
      if (samples[sample]?.response !== part) continue;
      for (const value of kept) {
        const { name, published } = value;
        if (published === null || !(isDistinct(published) || names.has(name))) continue;
        if (time < (times.get(published) ?? 0)) continue;
        times.set(published, time);
        replacements.set(published, value);
      }
    }
  }
  highlight("kept", ranges);
}

/** The value changes within its text node, so the code keeps its colors. */
function carryIntoCode(code: HTMLElement, replacements: Replacements): readonly Range[] {
  const found = findValues(code.textContent ?? "", replacements);
  return found.toReversed().flatMap(({ start, published, value }) => {
    const range = rangeIn(code, start, published.length);
    const { startContainer: text, startOffset, endContainer } = range;
    if (!(text instanceof Text) || text !== endContainer) return [];
    write(text, [startOffset, published.length], value);
    range.setEnd(text, startOffset + value.length);
    return [range];
  });
}

async function startOver(calls: readonly ScoredCall[]): Promise<void> {
  const sources = new Set(calls.map(({ source }) => source));
  for (const source of sources) forgetCalls(source);
  await showScore();
  document.querySelector<HTMLElement>(".steps a")?.focus({ preventScroll: true });
  const announcer = document.getElementById(frameId("announcer"));
  if (announcer !== null) announcer.textContent = "The page is as published, and the sandbox has its first records.";
  for (const source of sources) await resetPageSandbox(source).catch(() => undefined);
}

/** A request on the page with the response after it. */
interface Sample {
  readonly element: HTMLElement;
  /** The headings of the sections that it's in. */
  readonly sections: readonly Element[];
  /** The address of the operation in the reference. */
  readonly operation: string;
  /** The published response's text; null if the page shows none. */
  response: HTMLElement | null;
}

interface Step {
  readonly element: HTMLElement;
  readonly calls: readonly StepCall[];
}

interface StepCall {
  readonly link: HTMLAnchorElement;
  /** Samples that send this call. */
  readonly samples: readonly Sample[];
}

const headings = "h1, h2, h3, h4, h5, h6";

function listSamples(): readonly Sample[] {
  const samples: Sample[] = [];
  let sections: readonly Element[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(`main :is(${headings}, .sample, figure.response)`)) {
    const last = samples.at(-1);
    if (element.matches(headings)) {
      sections = [...sections.filter(({ tagName }) => tagName < element.tagName), element];
    } else if (element.matches(".sample")) {
      const operation = element.querySelector<HTMLAnchorElement>("a.operation")?.href ?? "";
      samples.push({ element, sections, operation, response: null });
    } else if (last !== undefined) {
      last.response ??= element.querySelector("code");
    }
  }
  return samples;
}

/** A step whose link leads to a heading is done by the samples in that section. */
function listSteps(samples: readonly Sample[]): readonly Step[] {
  return [...document.querySelectorAll<HTMLElement>("main .steps > li")].flatMap((element) => {
    const hash = element.querySelector("a")?.hash ?? "";
    const heading = document.getElementById(decodePercent(hash.slice(1)) ?? "")?.closest(headings);
    const own = samples.filter(({ sections }) => !heading || sections.includes(heading));
    const calls = [...element.querySelectorAll<HTMLAnchorElement>("a.operation")].flatMap((link) => {
      const sent = own.filter(({ operation }) => operation === link.href);
      return sent.length === 0 ? [] : [{ link, samples: sent }];
    });
    return calls.length === 0 ? [] : [{ element, calls }];
  });
}
