import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Link } from "mdast";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { addressOffset } from "#read/written-address.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { diagnose } from "#shared/diagnostic.ts";
import type { ContractUse } from "#shared/document.ts";
import { toText } from "#shared/json/json.ts";

import { cellMarkdown, contractReference } from "../markdown/cell-markdown.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { codeSpan, escapeText } from "../markdown/markdown-forms.ts";
import { onlyChildren, type Rendering } from "../markdown/placeholder.ts";
import type { Located, TextPart } from "../markdown/source-lines.ts";
import { contractElement } from "../markdown/write-markup.ts";
import { type ContractIndex, unknown } from "./contract-index.ts";

/** What a component that speaks of the contract needs. */
interface ContractContext {
  readonly index: ContractIndex;
  /** Reports that the contract does not have what the component names; the component vanishes. */
  readonly report: (fault: SampleFault) => Rendering;
  /** Notes that the component speaks of something in the contract. */
  readonly use: (kind: ContractUse["kind"], target: string) => void;
}

/** Runs a component that needs a contract, at the place of its node; on a site without a contract it is a fault. */
export function withContract(
  node: Located,
  draft: DocumentDraft,
  component: (context: ContractContext) => Rendering,
): Rendering {
  const position = draft.lines.positionOf(node);
  const { contract } = draft;
  const report = (fault: SampleFault): Rendering => {
    const fix = draft.lines.fixIn(node, fault.slip ?? null, partWithName(node, draft));
    draft.reportAt("contract/unknown-name", fault, { position, fix });
    return onlyChildren;
  };
  // Its faults are reported where they are: every mention would be another one.
  if (contract === "unread") return onlyChildren;
  if (contract === null) {
    return report({ message: "this site has no contract", hint: "put an OpenAPI document into openapi/" });
  }
  return component({ index: contract, report, use: (kind, target) => draft.uses.push({ kind, target, position }) });
}

/** The part of a component's text that names things of the contract: of a link its address, of others their first line. */
function partWithName(node: Located & Partial<Pick<Link, "url">>, { lines }: DocumentDraft): TextPart | null {
  const { url } = node;
  if (url === undefined) return null;
  const start = addressOffset(lines.textOf(node), url);
  return start === null ? { start: 0, end: 0 } : { start, end: start + url.length };
}

const contractAddress = /^(op|schema|field):(.*)$/s;

/** True for the addresses that name something in the contract: `op:loads_create`, `schema:Load`, `field:Load.weight`. */
export function isContractLink({ url }: Link): boolean {
  return contractAddress.test(url);
}

interface MentionTarget {
  readonly anchor: string;
  readonly className: string;
  /** What an empty link prints. */
  readonly label: readonly ElementContent[];
}

/** A link to something in the contract. Without a text of its own it prints what it names. */
export function contractLink(node: Link, draft: DocumentDraft): Rendering {
  return withContract(node, draft, ({ index, report, use }) => {
    const [, scheme = "", name = ""] = contractAddress.exec(node.url) ?? [];
    const target = targetOf(scheme, name, index);
    if ("message" in target) return report(target);
    use(scheme === "op" ? "operation" : scheme === "schema" ? "schema" : "field", name);
    const link = { anchor: target.anchor, position: draft.lines.positionOf(node) };
    const hasText = toString(node).trim() !== "";
    const label = cellMarkdown(target.label, draft.addresses);
    return {
      html: (children) => [
        hasText ? contractElement(link, undefined, children) : contractElement(link, target.className, target.label),
      ],
      markdown: (content) => contractReference(link, hasText ? content : label, draft.addresses),
    };
  });
}

function targetOf(scheme: string, name: string, index: ContractIndex): MentionTarget | SampleFault {
  if (scheme === "op") {
    const operation = index.operation(name);
    if ("message" in operation) return operation;
    return { anchor: operation.anchor, className: "operation", label: operationName(operation) };
  }
  if (scheme === "schema") {
    const schema = index.schema(name);
    if ("message" in schema) return schema;
    return { anchor: schema.anchor, className: "schema", label: [h("code", schema.name)] };
  }
  const field = index.property(name);
  if ("message" in field) return field;
  return { anchor: field.anchor, className: "field", label: [h("code", field.property.name)] };
}

/** A link to an operation that nobody wrote: in tables and above samples. */
export function operationLink(operation: Operation): ElementContent {
  return contractElement({ anchor: operation.anchor, position: null }, "operation", operationName(operation));
}

/** An operation by method and path. */
function operationName({ method, path }: Operation): ElementContent[] {
  return [h(`span.method.method-${method}`, method.toUpperCase()), { type: "text", value: " " }, h("code", path)];
}

/** `:value[InvoiceStatus.PAID]`: a value of an enum, checked, printed as code. */
export function enumValue(node: TextDirective, draft: DocumentDraft): Rendering {
  return withContract(node, draft, ({ index, report, use }) => {
    const [, schemaName = "", value = ""] = /^([^.]*)\.(.*)$/s.exec(toString(node)) ?? [];
    const named = index.schema(schemaName);
    if ("message" in named) return report(named);
    const values = index.resolve(named.schema).enum.map(({ value: entry }) => toText(entry));
    if (!values.includes(value)) return report(unknown(`value of ${schemaName}`, value, values));
    use("value", `${schemaName}.${value}`);
    return { html: () => [h("code.value", value)], markdown: () => codeSpan(value) };
  });
}

/** `:cents[240000]`: an amount of money in cents with its dollars beside it, computed: `240000 ($2,400.00)`. */
export function cents(node: TextDirective, draft: DocumentDraft): Rendering {
  const text = toString(node).trim();
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const position = draft.lines.positionOf(node);
    const hint = "write whole cents, digits only, as in :cents[240000]";
    draft.diagnostics.push(diagnose("sample/invalid", `\`${text}\` is not an amount in cents`, position, hint));
  }
  const dollars = `(${toDollars(text)})`;
  return {
    html: () => [h("span.money", [text, " ", h("span.money-usd", dollars)])],
    markdown: () => escapeText(`${text} ${dollars}`),
  };
}

/** Cents as US dollars, exactly: `240000` is `$2,400.00`. Digits only; no floating point. */
function toDollars(amount: string): string {
  const digits = amount.replace("-", "").padStart(3, "0");
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount.startsWith("-") ? "-" : ""}$${dollars}.${digits.slice(-2)}`;
}
