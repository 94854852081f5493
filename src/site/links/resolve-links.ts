import { hrefOf } from "#shared/contract/reference.ts";
import {
  diagnose,
  type Diagnostic,
  joinOutcomes,
  type Outcome,
  type Position,
  startOf,
} from "#shared/diagnostics/diagnostic.ts";
import {
  type LinkResolver,
  type LinkTarget,
  type MarkdownAddress,
  type MarkdownText,
  type Markup,
  type MarkupLink,
  toOrigin,
} from "#shared/document.ts";
import { type Html, toHtml } from "#shared/html.ts";
import { isCovered } from "#shared/policy.ts";
import { contractKeys } from "#shared/site-manifest.ts";
import type { ReferenceView } from "#shared/view.ts";

import type { LinkAddress } from "../plan-routes.ts";
import type { PublishedContract } from "../reference/reference-pages.ts";
import { type ContractTargets, createContractLinks, isInContract } from "./link-resolver.ts";

/** Collects the targets of all links. */
export function toLinkTargets(
  resolvePage: LinkResolver,
  published: readonly PublishedContract[],
  images: readonly string[],
): Required<LinkTargets> {
  const keys = contractKeys(published.map(({ version }) => version));
  const contracts = new Map(published.map((contract, index) => [keys[index] ?? "", contract]));
  // Links in quoted texts of a contract have the same targets as in the reference, which reports their faults.
  const resolvers = published.map((targets) => ({
    files: new Set(targets.contract.texts.map(({ position }) => position.file)),
    resolve: createContractLinks(targets),
  }));
  const contractAt = (file: string): LinkResolver => {
    const own = published.length > 1 ? resolvers.find(({ files }) => files.has(file)) : undefined;
    return (own ?? resolvers[0])?.resolve ?? resolvePage;
  };
  const resolveLink: LinkResolver = (address, position) =>
    (isInContract(position) ? contractAt(position.file) : resolvePage)(address, position);
  return { resolveLink, contracts, images };
}

type WrittenLink = Pick<MarkupLink, "target" | "position">;

export interface LinkTargets {
  readonly resolveLink: LinkResolver;
  /** By the API's name in links (`contractKeys`). */
  readonly contracts?: ReadonlyMap<string, Pick<PublishedContract, "reference" | "explorers">>;
  /** Hosts whose images pages may load. */
  readonly images?: readonly string[];
}

/**
 * Turns markup into HTML. Links to this site carry their origin for the check stage. An unsafe link, or one to a
 * missing Markdown file, becomes its text. An image on another host becomes a link, unless the site's policy names the
 * host.
 */
export function resolveMarkup(markup: Markup, targets: LinkTargets): Outcome<Html> {
  const outcomes = markup.map((piece): Outcome<string> => {
    if (typeof piece === "string") return { value: piece, diagnostics: [] };
    const content = resolveMarkup(piece.content, targets);
    const { value: address, diagnostics } = addressOf(piece, targets);
    return { value: writeLink(piece, content.value, address), diagnostics: [...diagnostics, ...content.diagnostics] };
  });
  const { value, diagnostics } = joinOutcomes(outcomes);
  // Concatenation shares the memory of the pieces with the document; `join` would copy them.
  return { value: toHtml(value.reduce((html, piece) => html + piece, "")), diagnostics };
}

/** The position of generated links: a fault in one is the page's fault. */
const nowhere = startOf("");

/** Resolves a page's links in order. Faults in quoted texts of the contract are reported at the contract. */
export function addressesOf(links: readonly WrittenLink[], targets: LinkTargets): Outcome<readonly LinkAddress[]> {
  const { value, diagnostics } = joinOutcomes(links.map((link) => addressOf(link, targets)));
  return { value, diagnostics: diagnostics.filter(({ position }) => position === null || !isInContract(position)) };
}

function addressOf(
  { target, position }: WrittenLink,
  { resolveLink, contracts = new Map(), images = [] }: LinkTargets,
): Outcome<LinkAddress> {
  if (target.kind === "contract") {
    const contract = contracts.get(target.api ?? "");
    const href = contract === undefined ? "" : hrefOf(contract.reference, target.anchor);
    const explorer = target.values === undefined ? undefined : contract?.explorers.get(target.anchor);
    return { value: { kind: "site", href, ...(explorer !== undefined && { explorer }) }, diagnostics: [] };
  }
  if (target.kind === "image" && target.address.trim() === "") {
    const hint = "write the file's path between the parentheses";
    const finding = diagnose("link/broken-asset", "an image without an address", position, hint);
    return { value: { kind: "none", href: "" }, diagnostics: [finding] };
  }
  const resolved = resolveLink(target.address, position ?? nowhere);
  if (resolved.kind === "text") return { value: { kind: "none", href: "" }, diagnostics: [resolved.finding] };
  const isExternal = (target.kind === "image" || target.kind === "media") && resolved.kind === "external";
  if (isExternal && target.kind === "image" && isCovered(resolved.href, images))
    return { value: { kind: "site", href: resolved.href }, diagnostics: [] };
  return { value: resolved, diagnostics: isExternal ? [externalFile(target, position)] : [] };
}

function writeLink(link: MarkupLink, content: Html, { kind, href, explorer }: LinkAddress): string {
  const { target, position } = link;
  if (target.kind === "media") return writeMedia(link, content, kind === "site" ? href : null);
  if (kind === "none") return `<span>${content}</span>`;
  const last = kind === "site" ? originOf(position) : ' rel="noopener"';
  if (target.kind !== "image") return `${startTag(link, href, toForm(target, explorer) + last)}${content}</a>`;
  if (kind === "site") return startTag(link, href, last);
  return target.isInLink ? `<span>${content}</span>` : `<a${attribute("href", href)}${last}>${content}</a>`;
}

function writeMedia({ before, after, position }: MarkupLink, content: string, address: string | null): string {
  const isFilm = before.startsWith("<video");
  const file = address === null ? "" : attribute(isFilm ? "poster" : "src", address) + originOf(position);
  return `${before}${file}${after}>${isFilm ? `${content}</video>` : ""}`;
}

/**
 * With script, a link with a request's values opens the operation's form over the page (client/explorer-island.tsx) or
 * sends the request in place (client/run-call.ts).
 */
function toForm(target: LinkTarget, explorer: string | undefined): string {
  if (target.kind !== "contract" || target.values === undefined) return "";
  const values = attribute("data-try", encodeURIComponent(target.values));
  const source = explorer === undefined ? "" : attribute("data-explorer", explorer);
  if (target.call === undefined || explorer === undefined) return attribute("data-action", "try") + values + source;
  return attribute("data-action", "run") + values + attribute("data-call", target.call) + source;
}

function startTag({ target, before, after }: MarkupLink, address: string, last: string): string {
  return `${before}${attribute(target.kind === "image" ? "src" : "href", address)}${after}${last}>`;
}

function originOf(position: Position | null): string {
  return attribute("data-origin", position === null ? "" : toOrigin(position));
}

/** Uses the same character references as the serializer of the page. */
function attribute(name: string, value: string): string {
  return ` ${name}="${value.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;")}"`;
}

function externalFile(
  { kind, address }: Extract<LinkTarget, { address: string }>,
  position: Position | null,
): Diagnostic {
  const message =
    kind === "image"
      ? `the image \`${address}\` is on another host; its description is published instead`
      : `the file \`${address}\` is on another host; the video is published without it`;
  return diagnose("link/external-image", message, position, "put the file beside the page");
}

/** Turns a contract's texts into HTML, and resolves its links. */
export function resolveTexts(targets: ContractTargets): Outcome<Pick<ReferenceView, "htmlByText" | "hrefByLink">> {
  const resolveLink = createContractLinks(targets);
  const outcomes = Array.from(targets.texts, ([text, { markup }]) => ({
    text,
    ...resolveMarkup(markup, { resolveLink }),
  }));
  const links = targets.contract.links.map(({ url, position }) => ({ url, link: resolveLink(url, position) }));
  const unresolved = links.flatMap(({ link }) => (link.kind === "text" ? [link.finding] : []));
  return {
    value: {
      htmlByText: new Map(outcomes.map(({ text, value: html }) => [text, html])),
      hrefByLink: new Map(links.flatMap(({ url, link }) => (link.kind === "text" ? [] : [[url, link.href]]))),
    },
    diagnostics: [...joinOutcomes(outcomes).diagnostics, ...unresolved],
  };
}

/** Resolves addresses in a page's Markdown, which is read outside of the site. */
interface MarkdownTargets extends Omit<LinkTargets, "images"> {
  /** The page's own address in its Markdown. */
  readonly here: string;
  /** The scheme and host of the published site; empty if they're unknown. */
  readonly origin: string;
}

/** Makes addresses work anywhere. Broken ones were already reported for the page's HTML. */
export function resolveMarkdown(text: MarkdownText, targets: MarkdownTargets): string {
  const pieces = text.map((piece) =>
    typeof piece === "string"
      ? piece
      : markdownAddressOf(piece, targets).replaceAll(
          /[\s()<>]/g,
          (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
        ),
  );
  return pieces.join("");
}

function markdownAddressOf({ target, position }: MarkdownAddress, targets: MarkdownTargets): string {
  const { here, origin, contracts, resolveLink } = targets;
  if (target.kind === "contract") {
    const contract = contracts?.get(target.api ?? "");
    return contract === undefined ? here : origin + hrefOf(contract.reference, target.anchor);
  }
  const resolved = resolveLink(target.address, position ?? nowhere);
  if (resolved.kind === "text") return here;
  if (resolved.kind === "external") return resolved.href;
  return (resolved.href.startsWith("#") ? here : origin) + resolved.href;
}
