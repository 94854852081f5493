import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A request that a guide tells its reader to send, and what the page shows for it. */
export interface Step {
  /** What is typed into a shell. */
  readonly curl: string;
  /** Null where the page has the command alone. */
  readonly javascript: string | null;
  readonly python: string | null;
  /** The files that the page offers between the previous step and this one: addresses by the name to save them under. */
  readonly files: ReadonlyMap<string, string>;
  /** What the page shows of the response; members may be left out. */
  readonly answers: readonly ShownAnswer[];
}

export interface ShownAnswer {
  /** Null for "any 2xx". */
  readonly status: number | null;
  /** Undefined where the page shows none; of a body without a specified form, what its `message` says. */
  readonly body: unknown;
}

/** A file that a page shows whole: `receiver.mjs`. */
interface Program {
  readonly name: string;
  readonly code: string;
}

export interface GuideSamples {
  readonly steps: readonly Step[];
  readonly programs: readonly Program[];
}

interface OpenStep {
  curl: string;
  javascript: string | null;
  python: string | null;
  files: Map<string, string>;
  answers: ShownAnswer[];
}

/** The samples of a built page, in their order, exactly as a reader copies them. */
export function readGuideSamples(html: string): GuideSamples {
  const steps: OpenStep[] = [];
  const programs: Program[] = [];
  let files = new Map<string, string>();
  const main = DomUtils.getElementsByTagName("main", parseDocument(html));
  for (const part of DomUtils.findAll(isPart, main)) {
    if (part.name === "a") {
      files.set(part.attribs["download"] || nameOf(part), part.attribs["href"] ?? "");
      continue;
    }
    const code = codeOf(part);
    const caption = captionOf(part);
    const language = part.attribs["data-language"] ?? "";
    const shown = /^(?:Example response$|Response(?:, any 2xx$| (\d{3})))/.exec(caption);
    const step = steps.at(-1);
    if (language === "bash" && (isSample(part) || code.includes("$API_BASE/"))) {
      steps.push({ curl: code, javascript: null, python: null, files, answers: [] });
      files = new Map();
    } else if (isSample(part) && step && (language === "javascript" || language === "python")) step[language] = code;
    else if (shown !== null) {
      const [, status = null] = shown;
      const body = language === "json" ? parseShown(code) : language === "text" ? { message: code.trim() } : undefined;
      step?.answers.push({ status: status === null ? null : Number(status), body });
    } else if (/\.(?:mjs|py)$/.test(caption)) programs.push({ name: caption, code });
  }
  return { steps, programs };
}

function isPart({ name, attribs }: Element): boolean {
  return name === "figure" ? /^code\b/.test(attribs["class"] ?? "") : name === "a" && "download" in attribs;
}

function nameOf({ attribs }: Element): string {
  return attribs["href"]?.split("/").at(-1) ?? "";
}

/** The generated samples of a request have their own block. */
function isSample(figure: Element): boolean {
  for (let parent = figure.parent; parent; parent = parent.parent) {
    if ("attribs" in parent && parent.attribs["class"] === "sample") return true;
  }
  return false;
}

function captionOf(figure: Element): string {
  const [caption] = DomUtils.getElementsByTagName("figcaption", figure);
  return caption ? DomUtils.textContent(caption) : "";
}

function codeOf(figure: Element): string {
  const [code] = DomUtils.getElementsByTagName("code", figure);
  return code ? DomUtils.textContent(code) : "";
}

/** A line of `…` stands for members that are left out. */
function parseShown(code: string): unknown {
  const text = code.replaceAll(/^\s*…,?\s*$/gm, "").replaceAll(/,(\s*[\]}])/g, "$1");
  return JSON.parse(text);
}
