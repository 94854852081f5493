import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A request of a guide in its three languages, and the answers that the page shows for it. */
export interface Step {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
  /** The status and what the page shows of the body; members may be left out. */
  readonly answers: readonly ShownAnswer[];
}

interface ShownAnswer {
  readonly status: number;
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
  /** Commands outside of steps: what is exported first, how a program is started. */
  readonly shell: readonly string[];
}

/** The samples of a built page, in their order, exactly as a reader copies them. */
export function readGuideSamples(html: string): GuideSamples {
  const document = parseDocument(html);
  const figures = DomUtils.getElementsByTagName("figure", document).filter(
    (figure) => figure.attribs["class"] === "code",
  );
  const steps: { curl: string; javascript: string; python: string; answers: ShownAnswer[] }[] = [];
  const programs: Program[] = [];
  const shell: string[] = [];
  for (const figure of figures) {
    const code = codeOf(figure);
    const caption = captionOf(figure);
    const language = figure.attribs["data-language"] ?? "";
    const status = /^Response (\d{3})/.exec(caption)?.[1];
    if (isSample(figure)) {
      if (language === "bash") steps.push({ curl: code, javascript: "", python: "", answers: [] });
      const step = steps.at(-1);
      if (step && (language === "javascript" || language === "python")) step[language] = code;
    } else if (status !== undefined) steps.at(-1)?.answers.push({ status: Number(status), body: parseShown(code) });
    else if (/\.(?:mjs|py)$/.test(caption)) programs.push({ name: caption, code });
    else if (language === "bash") shell.push(code);
  }
  return { steps, programs, shell };
}

/** The generated samples of a request stand in a block of their own. */
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
