import { type Contract, requestLineOf, tagsOf } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { hrefOf, type Reference, toFieldAnchor } from "#shared/contract/reference.ts";
import { unitName } from "#shared/contract/field-words.ts";
import type { EnumValue, Member, NamedSchema, Schema } from "#shared/contract/schema.ts";
import { toPlainWords } from "#shared/contract/text.ts";
import type { DocumentOutline, Section } from "#shared/document.ts";
import { groupBy } from "#shared/group-by.ts";
import { toJsonText } from "#shared/json/json.ts";
import { decodePercent } from "#shared/percent.ts";
import { routeKey } from "#shared/route.ts";
import { fieldNameOf, type SearchHit, type SearchRecord } from "#shared/search/search-index.ts";
import { actionOf, isFiller, stemOf, toTerms } from "#shared/search/search-terms.ts";
import type { LinkView } from "#shared/view.ts";

import type { Navigation } from "../navigation.ts";
import { linksOf, readingOrder } from "../page-menus.ts";
import type { RoutedDocument } from "../plan-routes.ts";

/** The sections of a page, in reading order. `href` is the page's address. */
export function recordsOfPage(
  { title, frontMatter }: Pick<DocumentOutline, "title" | "frontMatter">,
  sections: readonly Section[],
  { kind, href }: Pick<SearchRecord, "kind" | "href">,
): readonly SearchRecord[] {
  const above: Section[] = [];
  return sections.map((section) => {
    const { id, level, text } = section;
    if (id === null) {
      const words = [frontMatter.description ?? "", text].join("\n").trim();
      return { kind, title, trail: "", names: frontMatter.sidebarLabel ?? "", text: words, href };
    }
    above.splice(0, above.length, ...above.filter((heading) => heading.level < level), section);
    const trail = [title, ...above.slice(0, -1).map((heading) => heading.title)].join(" › ");
    return { kind, title: section.title, trail, names: "", text, href: `${href}#${encodeURIComponent(id)}` };
  });
}

function recordOfContract({ title, version, description }: Contract, reference: Reference): SearchRecord {
  return {
    kind: "operation",
    title,
    trail: `Version ${version}`,
    names: "API reference authentication servers",
    text: toPlainWords(description),
    href: reference.root.href,
  };
}

/** The operations, schemas and fields of a contract, each with its address in the reference. */
export function recordsOfContract(contract: Contract, reference: Reference): readonly SearchRecord[] {
  const { operations, webhooks, schemas } = contract;
  const tags = tagsOf(contract).map((tag): SearchRecord => ({
    kind: "operation",
    title: tag.displayName,
    trail: "All operations",
    names: tag.name,
    text: toPlainWords(tag.description),
    href: hrefOf(reference, tag.anchor),
  }));
  const schemes = contract.securitySchemes.map(({ name, description: words }): SearchRecord => ({
    kind: "operation",
    title: "Authentication",
    trail: name,
    names: "",
    text: toPlainWords(words),
    href: `${reference.root.href}#${encodeURIComponent(`authentication-${name}`)}`,
  }));
  const fields = schemas.flatMap((named) => recordsOfSchema(named, reference));
  const alike = groupBy(fields, nameAndWords);
  return [
    recordOfContract(contract, reference),
    ...schemes,
    ...tags,
    ...[...operations, ...webhooks].map((operation) => recordOfOperation(operation, reference)),
    ...fields.map((field) => ({
      ...field,
      schemas: field.text === "" ? 1 : (alike.get(nameAndWords(field)) ?? []).length,
    })),
  ];
}

function nameAndWords({ title, text }: SearchRecord): string {
  return `${fieldNameOf(title)}\n${text}`;
}

function recordOfOperation(operation: Operation, reference: Reference): SearchRecord {
  const { id, anchor, tag, summary, description, pathTexts, parameters, responses } = operation;
  const inputs = parameters.map(({ name, description: words, schema }) =>
    sentence([name, toPlainWords(words ?? schema.description), ...schema.enum.map(toWords)]),
  );
  const failures = responses
    .filter(({ status }) => !status.startsWith("2"))
    .map((response) => sentence([response.status, toPlainWords(response.description)]));
  return {
    kind: "operation",
    title: summary,
    trail: requestLineOf(operation),
    // A parameter named `from` can be found, although sentences are searched without that word.
    names: [id, tag, ...unsaidAction(operation), ...parameters.map(({ name }) => name).filter(isFiller)].join(" "),
    text: [...[description, ...pathTexts].map(toPlainWords), ...inputs, ...failures].filter(Boolean).join("\n"),
    href: hrefOf(reference, anchor),
  };
}

function unsaidAction({ method, path, summary }: Operation): readonly string[] {
  const action = actionOf(method, path);
  return action === null || toTerms(summary).some((term) => stemOf(term) === stemOf(action)) ? [] : [action];
}

function recordsOfSchema({ name, anchor, schema }: NamedSchema, reference: Reference): readonly SearchRecord[] {
  const { items } = schema;
  const printed = items !== null && items.ref === null ? items : schema;
  return [
    {
      kind: "field",
      title: name,
      trail: schema.title ?? "Schema",
      names: "",
      text: [toPlainWords(schema.description), ...printed.enum.map(toWords)].filter(Boolean).join("\n"),
      href: hrefOf(reference, anchor),
    },
    ...printed.members.map((member) => ({
      ...recordOfField(member),
      title: `${name}.${member.name}`,
      href: hrefOf(reference, toFieldAnchor(anchor, member.name)),
    })),
  ];
}

function recordOfField({ schema, required }: Member): Omit<SearchRecord, "title" | "href"> {
  const inner = schema.items ?? schema;
  const words = [
    ...schema.types,
    ...(schema.unit === null ? [] : [unitName(schema.unit)]),
    ...(required ? ["required"] : []),
    ...(schema.access === null ? [] : [schema.access]),
  ];
  return {
    kind: "field",
    trail: words.join(", "),
    names: [schema.ref ?? inner.ref ?? "", ...namesWithin(inner).filter(isFiller)].join(" ").trim(),
    text: [toPlainWords(schema.description), ...inner.enum.map(toWords), ...namesWithin(inner)]
      .filter(Boolean)
      .join("\n"),
  };
}

/** Fields of an inline object have no anchor, so they're found at the field that holds the object. */
function namesWithin({ ref, members }: Schema): readonly string[] {
  return ref === null ? members.flatMap((member) => [member.name, ...namesWithin(member.schema)]) : [];
}

function toWords({ value, label, meaning }: EnumValue): string {
  return sentence([typeof value === "string" ? value : toJsonText(value), label ?? "", toPlainWords(meaning)]);
}

function sentence(words: readonly string[]): string {
  return `${words.filter(Boolean).join(" ").replace(/\.$/, "")}.`;
}

interface StartInputs {
  readonly navigation: Navigation;
  /** Listed pages with their addresses. */
  readonly pages: readonly (Pick<RoutedDocument, "document" | "textOf"> & { readonly href: string })[];
  readonly contracts: readonly { readonly contract: Contract; readonly reference: Reference }[];
}

/** The number of suggestions before a reader types, unless the settings name them. */
const maxSuggestions = 8;

/** The search's first suggestions: from the settings, or the navbar followed by the sidebar. */
export async function findStart(inputs: StartInputs): Promise<readonly SearchHit[]> {
  const { popular, navbar, sidebar } = inputs.navigation;
  if (popular.length > 0) return Promise.all(popular.map(async (link) => hitAt(link, inputs)));
  const links = [...linksOf(navbar), ...readingOrder(sidebar).flatMap(({ link }) => link ?? [])];
  const first = [...new Map(links.map((link) => [link.href, link])).values()].slice(0, maxSuggestions);
  return Promise.all(first.map(async (link) => ({ ...(await hitAt(link, inputs)), title: link.label })));
}

async function hitAt({ href, label }: LinkView, { pages, contracts }: StartInputs): Promise<SearchHit> {
  const [key, hash = ""] = keyOf(href).split("#");
  const page = pages.find((candidate) => keyOf(candidate.href) === key);
  if (page !== undefined) {
    const { frontMatter, title } = page.document;
    const sections = hash === "" ? [] : await page.textOf("sections");
    const found = recordsOfPage(page.document, sections, { kind: "guide", href: page.href }).find(isAt(href));
    return found ? toSuggestion(found) : { kind: "guide", title, trail: "", text: frontMatter.description ?? "", href };
  }
  for (const { contract, reference } of contracts) {
    if (hash === "" && keyOf(reference.root.href) === key) return toSuggestion(recordOfContract(contract, reference));
    const found = recordsOfContract(contract, reference).find(isAt(href));
    if (found) return toSuggestion(found);
  }
  return { kind: "page", title: label, trail: "", text: "", href };
}

function isAt(href: string): (hit: Pick<SearchHit, "href">) => boolean {
  return (hit) => keyOf(hit.href) === keyOf(href);
}

function keyOf(href: string): string {
  const [path = "", ...hash] = (decodePercent(href) ?? href).split("#");
  return [routeKey(path), ...hash].join("#");
}

function toSuggestion({ kind, title, trail, text, href }: SearchHit): SearchHit {
  const [words = text] = /^.*?[.!?](?= \p{Lu}|\n|$)/u.exec(text) ?? [];
  return { kind, title, trail, text: words, href };
}
