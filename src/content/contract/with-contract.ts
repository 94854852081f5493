import type { ContractGuide, SampleFault } from "../../model/contract-guide.ts";
import type { ContractUse } from "../../model/document.ts";
import type { Draft } from "../draft.ts";
import type { Render } from "../placeholder.ts";
import type { Located } from "../source-lines.ts";
import type { ContractIndex } from "./contract-index.ts";

/** What a component that speaks of the contract needs. */
export interface ContractContext {
  readonly index: ContractIndex;
  readonly guide: ContractGuide;
  /** Reports that the contract does not have what the component names; the component vanishes. */
  readonly report: (fault: SampleFault) => Render;
  /** Notes that the component speaks of something in the contract. */
  readonly use: (kind: ContractUse["kind"], target: string) => void;
}

/** Runs a component that needs a contract, at the place of its node; on a site without a contract it is a fault. */
export function withContract(node: Located, draft: Draft, component: (context: ContractContext) => Render): Render {
  const position = draft.lines.positionOf(node);
  const { index, guide } = draft;
  const report = (fault: SampleFault): Render => {
    draft.report("contract/unknown-name", fault, position);
    return (children) => children;
  };
  // Its faults are reported where they are: every mention would be another one.
  if (guide === "unread") return (children) => children;
  if (index === null || guide === null) {
    return report({ message: "this site has no contract", hint: "put an OpenAPI document into openapi/" });
  }
  return component({ index, guide, report, use: (kind, target) => draft.uses.push({ kind, target, position }) });
}
