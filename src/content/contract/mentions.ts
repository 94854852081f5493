import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Link } from "mdast";
import type { TextDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { addressOffset } from "#read/written-address.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { Markdown } from "#shared/contract/text.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import type { ContractUse } from "#shared/document.ts";
import { toText } from "#shared/json/json.ts";

import type { BlockDirective } from "../components/admonition.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import type { Located, TextPart } from "../markdown/source-lines.ts";
import { contractElement } from "../markdown/write-markup.ts";
import type { ContractIndex } from "./contract-index.ts";
import type { Subject } from "./page-contracts.ts";

interface NamedPart<T> {
  readonly index: ContractIndex;
  readonly value: T;
  /** Notes that the page speaks of the part. */
  readonly use: (kind: ContractUse["kind"], target: string) => void;
}

/**
 * Looks up the part of a contract that a component names. Null, with a finding, if no contract has the name or several
 * have.
 */
export function lookUp<T extends object>(
  node: Located,
  draft: DocumentDraft,
  subject: Subject<T>,
): NamedPart<T> | null {
  const { contracts } = draft;
  // The contract's own faults are findings already; each mention would add another.
  if (contracts === "unread") return null;
  const fault = { message: "this site has no contract", hint: "put an OpenAPI document into openapi/" };
  const found = contracts === null ? { fault } : contracts.find(subject);
  if ("fault" in found) {
    reportName(node, draft, found);
    return null;
  }
  const { index, value } = found;
  const position = draft.lines.positionOf(node);
  const use: NamedPart<T>["use"] = (kind, target) =>
    void draft.uses.push({ kind, target, position, document: index.contract.file });
  return { index, value, use };
}

/** `::fields{schema=Load contract=v1}` names a version. */
export function chosenIn({ attributes }: BlockDirective): Pick<Subject<object>, "contract"> {
  return { contract: attributes?.["contract"] };
}

interface NameFault {
  readonly fault: SampleFault;
  readonly code?: DiagnosticCode;
}

/** Reports a wrong name and drops the component. */
export function reportName(
  node: Located,
  draft: DocumentDraft,
  { fault, code = "contract/unknown-name" }: NameFault,
): Render {
  const position = draft.lines.positionOf(node);
  const fix = draft.lines.fixIn(node, fault.slip ?? null, partWithName(node, draft));
  draft.reportAt(code, fault, { position, fix });
  return onlyChildren;
}

/** A link names the contract in its address, other components in their first line. */
function partWithName(node: Located & Partial<Pick<Link, "url">>, { lines }: DocumentDraft): TextPart | null {
  const { url } = node;
  if (url === undefined) return null;
  const start = addressOffset(lines.textOf(node), url);
  return start === null ? { start: 0, end: 0 } : { start, end: start + url.length };
}

const contractAddress = /^(op|schema|field):(.*)$/s;

/** `op:loads_create`, `schema:Load` and `field:Load.weight` lead to the contract. */
export function isContractLink({ url }: Link): boolean {
  return contractAddress.test(url);
}

interface MentionTarget {
  readonly anchor: string;
  readonly className: string;
  readonly label: readonly ElementContent[];
}

/**
 * A link to the contract without a text prints the name of its target. One that leads nowhere stays an element, so that a
 * card that begins with it isn't a second fault.
 */
export function contractLink(node: Link, draft: DocumentDraft): Render {
  const [, scheme = "", name = ""] = contractAddress.exec(node.url) ?? [];
  const found = lookUp(node, draft, { name, findIn: (index) => targetOf(scheme, name, index) });
  if (found === null) return (children) => [h("a", children)];
  const { index, value: target, use } = found;
  use(scheme === "op" ? "operation" : scheme === "schema" ? "schema" : "field", name);
  const link = index.linkTo(target.anchor, draft.lines.positionOf(node));
  const hasText = toString(node).trim() !== "";
  return (children) => [
    hasText ? contractElement(link, undefined, children) : contractElement(link, target.className, target.label),
  ];
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

/** Tables and samples link to operations by themselves. */
export function operationLink(operation: Operation, index: ContractIndex): ElementContent {
  return contractElement(index.linkTo(operation.anchor), "operation", operationName(operation));
}

function operationName({ method, path }: Operation): ElementContent[] {
  const parts = path.split(/(?<=.\/)(?=.)/).flatMap((part, index) => (index === 0 ? [part] : [h("wbr"), part]));
  return [h(`span.method.method-${method}`, method.toUpperCase()), { type: "text", value: " " }, h("code", parts)];
}

/** `:value[InvoiceStatus.PAID]` checks the value of an enum and prints it as code. */
export function enumValue(node: TextDirective, draft: DocumentDraft): Render {
  const name = toString(node);
  const found = lookUp(node, draft, { name, findIn: (index) => index.value(name) });
  if (found === null) return onlyChildren;
  found.use("value", name);
  return () => [h("code.value", toText(found.value.value))];
}

/** `::meaning{of=Load.weight}` prints the contract's description of a schema, field or value. */
export function meaning(node: BlockDirective, draft: DocumentDraft): Render {
  const name = node.attributes?.["of"] ?? "";
  const findIn = (index: ContractIndex) => findMeaning(name, index);
  const found = lookUp(node, draft, { name, findIn, hasTexts: true, ...chosenIn(node) });
  if (found === null) return onlyChildren;
  const { index, value, use } = found;
  const { kind, text } = value;
  use(kind, name);
  if (text !== null) return () => [index.written(text)];
  const fault = { message: `the contract says nothing of \`${name}\``, hint: "say it here" };
  return reportName(node, draft, { fault });
}

interface Meaning {
  readonly kind: ContractUse["kind"];
  readonly text: Markdown | null;
}

function findMeaning(name: string, index: ContractIndex): Meaning | SampleFault {
  const whole = index.schema(name);
  if (!("message" in whole)) return { kind: "schema", text: index.resolve(whole.schema).description };
  const field = index.property(name);
  if (!("message" in field)) return { kind: "field", text: field.property.schema.description };
  const value = index.value(name);
  if (!("message" in value)) return { kind: "value", text: value.meaning };
  const named = index.schema(name.replace(/\..*$/s, ""));
  if ("message" in named) return whole;
  return index.resolve(named.schema).enum.length === 0 ? field : value;
}
