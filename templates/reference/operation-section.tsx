import type { Operation } from "../../src/model/operation.ts";
import { OperationSamples } from "./operation-samples.tsx";
import { OperationText } from "./operation-text.tsx";
import { TryIt } from "./try-it.tsx";

/** One operation: its description, and beside it what stays in view while that scrolls: samples, or the explorer. */
export function OperationSection({ operation, audienceKnown = false }: OperationSectionProps) {
  return (
    <section className="op" id={operation.anchor}>
      <OperationText operation={operation} audienceKnown={audienceKnown} />
      <div className="op-side">
        <TryIt anchor={operation.anchor} />
        <OperationSamples operation={operation} />
      </div>
    </section>
  );
}

interface OperationSectionProps {
  readonly operation: Operation;
  /** True when the tag already says who may call it. */
  readonly audienceKnown?: boolean;
}
