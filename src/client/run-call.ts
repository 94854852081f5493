import type { ExplorerFile } from "#shared/contract/contract-slice.ts";
import { pageAddress, type ReadyCall } from "#shared/contract/request.ts";

import { callPageSandbox } from "./explorer/call/page-sandbox.ts";

/** In milliseconds. */
const timeLimit = 30_000;

/**
 * Sends the request of a link to the sandbox in the page, and shows the response in place of the documented one. Returns
 * what to say of it; where the page has no sandbox, the link leads to the form.
 */
export async function run({ dataset, href, parentElement }: HTMLAnchorElement): Promise<string> {
  const figure = parentElement?.closest(".live")?.querySelector<HTMLElement>(":scope > .code");
  const source = await sandboxOf(dataset["explorer"] ?? "");
  if (!figure || source === null) {
    location.assign(href);
    return "";
  }
  const { method, address, headers, body }: ReadyCall = JSON.parse(dataset["call"] ?? "");
  const call = { request: { method }, url: pageAddress + address, headers, body: body === "" ? null : body };
  const response = await callPageSandbox(call, source, AbortSignal.timeout(timeLimit));
  const words = `${response.status} from the sandbox in this page`;
  show(figure, await response.text(), words);
  figure.toggleAttribute("data-failed", !response.ok);
  return words;
}

async function sandboxOf(source: string): Promise<string | null> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be loaded: ${response.status}`);
  const { pageSandbox: address }: ExplorerFile = await response.json();
  return address;
}

/** The figure keeps its height, so that nothing below it moves; a longer response scrolls. */
function show(figure: HTMLElement, text: string, words: string): void {
  const pre = figure.querySelector("pre");
  const code = figure.querySelector("code");
  const caption = figure.querySelector("figcaption");
  if (!pre || !code || !caption) return;
  pre.style.height = `${pre.getBoundingClientRect().height}px`;
  pre.scrollTop = 0;
  caption.textContent = words;
  code.replaceChildren(...inColors(text));
}

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function* inColors(text: string): Generator<string | HTMLElement> {
  let end = 0;
  for (const { 0: word, 1: quoted, 2: colon, index } of text.matchAll(token)) {
    yield text.slice(end, index);
    end = index + word.length;
    const span = document.createElement("span");
    span.className = colon === undefined ? (quoted === undefined ? "tc" : "ts") : "tk";
    span.textContent = word;
    yield span;
  }
  yield text.slice(end);
}
