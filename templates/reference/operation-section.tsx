import type { Operation } from "../../src/model/contract.ts";
import { OperationSamples } from "./operation-samples.tsx";
import { OperationText } from "./operation-text.tsx";

/** One operation: its description, and beside it the samples that stay in view while the description scrolls. */
export function OperationSection({ operation, audienceKnown = false }: OperationSectionProps) {
  return (
    <section className="op" id={operation.anchor}>
      <OperationText operation={operation} audienceKnown={audienceKnown} />
      <OperationSamples operation={operation} />
    </section>
  );
}

interface OperationSectionProps {
  readonly operation: Operation;
  /** True when the tag already says who may call it. */
  readonly audienceKnown?: boolean;
}
