import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Link } from "mdast";
import { toString } from "mdast-util-to-string";

import type { Operation } from "../../model/operation.ts";
import type { SampleFault } from "../../model/contract-guide.ts";
import { toOrigin } from "../../model/link.ts";
import type { Draft } from "../draft.ts";
import type { Render } from "../placeholder.ts";
import type { ContractIndex } from "./contract-index.ts";
import { withContract } from "./with-contract.ts";

const contractAddress = /^(op|schema|field):(.*)$/s;

/** True for the addresses that name something in the contract: `op:loads_create`, `schema:Load`, `field:Load.weight`. */
export function isContractLink({ url }: Link): boolean {
  return contractAddress.test(url);
}

interface Target {
  readonly anchor: string;
  readonly className: string;
  /** What an empty link prints. */
  readonly label: readonly ElementContent[];
}

/** A link to something in the contract. Without a text of its own it prints what it names. */
export function contractLink(node: Link, draft: Draft): Render {
  return withContract(node, draft, ({ index, report, use }) => {
    const [, scheme = "", name = ""] = contractAddress.exec(node.url) ?? [];
    const target = targetOf(scheme, name, index);
    if ("message" in target) return report(target);
    use(scheme === "op" ? "operation" : scheme === "schema" ? "schema" : "field", name);
    const origin = toOrigin(draft.lines.positionOf(node));
    const hasText = toString(node).trim() !== "";
    return (children) => [
      h(
        "a",
        { className: hasText ? undefined : target.className, href: index.href(target.anchor), dataOrigin: origin },
        [...(hasText ? children : target.label)],
      ),
    ];
  });
}

function targetOf(scheme: string, name: string, index: ContractIndex): Target | SampleFault {
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

/** An operation by method and path, as links and tables print it. */
export function operationName({ method, path }: Operation): ElementContent[] {
  return [h(`span.method.method-${method}`, method.toUpperCase()), { type: "text", value: " " }, h("code", path)];
}
