import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { diagnose, type Diagnostic, joinOutcomes, type Outcome, type Position, startOf } from "#shared/diagnostic.ts";
import type { Document, LinkTarget, Markup, MarkupLink } from "#shared/document.ts";
import { type Html, toHtml } from "#shared/html.ts";
import { type LinkResolver, toOrigin } from "#shared/link.ts";
import type { Memory } from "#shared/memory.ts";
import { type RouteTable, toRoute } from "#shared/route.ts";

import { type ContractPlaces, createContractLinks, isInContract } from "./contract-links.ts";
import { createLinkResolver } from "./link-resolver.ts";
import type { RoutedDocument } from "./plan-routes.ts";

interface DocumentPlaces {
  readonly routes: RouteTable;
  readonly baseUrl: string;
  /** The contract that pages speak of; null for a site without one. */
  readonly contract: ContractPlaces | null;
}

/** The documents at their routes, with links that work from every page. */
export async function resolveDocuments(
  documents: readonly Document[],
  places: DocumentPlaces,
  { keep }: Memory,
): Promise<Outcome<readonly RoutedDocument[]>> {
  const { routes, baseUrl, contract } = places;
  const resolvers = { page: createLinkResolver(routes, baseUrl), contract: contract && createContractLinks(contract) };
  const resolved = documents.map(async (document) => {
    const { file, body } = document;
    const { value: html, diagnostics } = await keep(`body of ${file}`, [document, places], () =>
      resolveMarkup(body, { resolveLink: byAuthor(resolvers), reference: contract?.reference ?? null }),
    );
    const own = diagnostics.filter(({ position }) => position === null || !isInContract(position));
    return { value: { route: routes.routeByFile.get(file) ?? toRoute(file), document, html }, diagnostics: own };
  });
  return joinOutcomes(await Promise.all(resolved));
}

interface Resolvers {
  readonly page: LinkResolver;
  readonly contract: LinkResolver | null;
}

/** Pages quote texts of the contract: their links mean what they mean in the reference, where their faults are told. */
function byAuthor({ page, contract }: Resolvers): LinkResolver {
  return (address, position) => (isInContract(position) ? (contract ?? page) : page)(address, position);
}

/** Prose that speaks of no contract, with links that work from every page. */
export function resolveProse(prose: Outcome<Markup>, resolveLink: LinkResolver): Outcome<Html> {
  const { value, diagnostics } = resolveMarkup(prose.value, { resolveLink, reference: null });
  return { value, diagnostics: [...prose.diagnostics, ...diagnostics] };
}

/** Where the links of markup lead on a site. */
interface LinkPlaces {
  readonly resolveLink: LinkResolver;
  /** Where the contract is printed that pages speak of; null for a site without one. */
  readonly reference: Reference | null;
}

/**
 * Markup as HTML. Links to this site carry their origin for the check stage; what may not be a link (unsafe, or to a
 * Markdown file that is not there) becomes its text, and an image of another host becomes a link to it: pages load
 * nothing from elsewhere.
 */
export function resolveMarkup(markup: Markup, places: LinkPlaces): Outcome<Html> {
  const outcomes = markup.map((piece) =>
    typeof piece === "string" ? { value: piece, diagnostics: [] } : resolvePiece(piece, places),
  );
  const { value, diagnostics } = joinOutcomes(outcomes);
  // Added, and not joined: a page shares the memory of its pieces with its document.
  return { value: toHtml(value.reduce((html, piece) => html + piece, "")), diagnostics };
}

function resolvePiece(link: MarkupLink, places: LinkPlaces): Outcome<string> {
  const content = resolveMarkup(link.content, places);
  const { value, diagnostics } = writeLink(link, content.value, places);
  return { value, diagnostics: [...diagnostics, ...content.diagnostics] };
}

/** The place of a link that nobody wrote: what is wrong with it is wrong with the page. */
const nowhere = startOf("");

function writeLink(link: MarkupLink, content: Html, { resolveLink, reference }: LinkPlaces): Outcome<string> {
  const { target, position } = link;
  if (target.kind === "contract") {
    const href = reference === null ? "" : hrefOf(reference, target.anchor);
    return found(`${startTag(link, href, toForm(target) + origin(position))}${content}</a>`);
  }
  if (target.kind === "image" && target.address.trim() === "")
    return { value: `<span>${content}</span>`, diagnostics: [imageWithoutAddress(position)] };
  const resolved = resolveLink(target.address, position ?? nowhere);
  if (resolved.kind === "text") {
    return { value: `<span>${content}</span>`, diagnostics: [resolved.finding] };
  }
  const { href } = resolved;
  if (target.kind === "link") {
    const last = resolved.kind === "site" ? origin(position) : ' rel="noopener"';
    return found(`${startTag(link, href, last)}${content}</a>`);
  }
  if (resolved.kind === "site") return found(startTag(link, href, origin(position)));
  const instead = target.isInLink
    ? `<span>${content}</span>`
    : `<a${attribute("href", href)} rel="noopener">${content}</a>`;
  return { value: instead, diagnostics: [externalImage(target.address, position)] };
}

/** With script, a link with the values of a request leads on from the operation to its form (client/on-demand.ts). */
function toForm({ values }: LinkTarget & { readonly kind: "contract" }): string {
  return values === undefined
    ? ""
    : `${attribute("data-action", "try")}${attribute("data-try", encodeURIComponent(values))}`;
}

function found(value: string): Outcome<string> {
  return { value, diagnostics: [] };
}

function startTag({ target, before, after }: MarkupLink, address: string, last: string): string {
  return `${before}${attribute(target.kind === "image" ? "src" : "href", address)}${after}${last}>`;
}

function origin(position: Position | null): string {
  return attribute("data-origin", position === null ? "" : toOrigin(position));
}

/** With the character references that the serializer of the rest uses. */
function attribute(name: string, value: string): string {
  return ` ${name}="${value.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;")}"`;
}

function imageWithoutAddress(position: Position | null): Diagnostic {
  const hint = "write the file's path between the parentheses";
  return diagnose("link/broken-asset", "an image without an address", position, hint);
}

function externalImage(address: string, position: Position | null): Diagnostic {
  const message = `the image \`${address}\` is on another host; its description is published instead`;
  return diagnose("link/external-image", message, position, "put the file beside the page");
}
