import type { ExplorerFile } from "#shared/contract/contract-slice.ts";
import { pageAddress, type ReadyCall } from "#shared/contract/request.ts";

import { element } from "./dom.ts";
import { callPageSandbox } from "./explorer/call/page-sandbox.ts";
import { statusTitle } from "./explorer/response/status-titles.ts";

/** In milliseconds. */
const timeLimit = 30_000;

/**
 * Sends a link's request to the page's sandbox, and shows the response instead of the documented one. Returns a
 * message. If the page has no sandbox, the link leads to the form.
 */
export async function run(link: HTMLAnchorElement): Promise<string> {
  const { dataset, href, parentElement } = link;
  const figure = parentElement?.closest(".live")?.querySelector<HTMLElement>(":scope > .code");
  const source = await sandboxOf(dataset["explorer"] ?? "");
  if (!figure || source === null) {
    location.assign(href);
    return "";
  }
  const { method, address, headers, body }: ReadyCall = JSON.parse(dataset["call"] ?? "");
  const call = { request: { method }, url: pageAddress + address, headers, body: body === "" ? null : body };
  const start = performance.now();
  const response = await callPageSandbox(call, source, AbortSignal.timeout(timeLimit));
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - start);
  const status = statusTitle(response.status);
  if (response.ok && document.querySelector(".steps") !== null)
    (await import("./score/show-score.ts")).keepScore(link, source, text);
  keepHeight(figure);
  const code = figure.querySelector("code");
  figure
    .querySelector("figcaption")
    ?.replaceChildren(element("b", {}, status), `\u2002${milliseconds} ms · sandbox in this page`);
  code?.replaceChildren(...inColors(text));
  code?.parentElement?.scrollTo(0, 0);
  if (!matchMedia("(prefers-reduced-motion)").matches) code?.animate({ opacity: [0, 1] }, 180);
  figure.classList.toggle("response-failed", !response.ok);
  link.textContent = "Run again";
  return `${status} from the sandbox in this page`;
}

async function sandboxOf(source: string): Promise<string | null> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} didn't load: ${response.status}`);
  const { pageSandbox: address }: ExplorerFile = await response.json();
  return address;
}

/**
 * The card keeps its height, so that nothing below it moves: the links for going on take their room from the response,
 * which scrolls.
 */
function keepHeight(figure: HTMLElement): void {
  const pre = figure.querySelector("pre");
  const foot = figure.parentElement?.querySelector<HTMLElement>(":scope > .first");
  if (!pre || pre.style.height !== "") return;
  const { height } = pre.getBoundingClientRect();
  if (foot) foot.hidden = false;
  pre.style.height = `${height - (foot?.getBoundingClientRect().height ?? 0)}px`;
  pre.style.paddingBottom = "32px";
  pre.style.maskImage = "linear-gradient(#000 calc(100% - 32px), transparent)";
}

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function* inColors(text: string): Generator<string | HTMLElement> {
  let end = 0;
  for (const { 0: word, 1: quoted, 2: colon, index } of text.matchAll(token)) {
    yield text.slice(end, index);
    end = index + word.length;
    yield element("span", { class: colon === undefined ? (quoted === undefined ? "tc" : "ts") : "tk" }, word);
  }
  yield text.slice(end);
}
