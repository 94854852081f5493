import type { Callback } from "../../src/model/contract.ts";
import { OperationText } from "./operation-text.tsx";

/** The calls the API makes back, folded. */
export function OperationCallbacks({ callbacks }: { readonly callbacks: readonly Callback[] }) {
  return callbacks.map(({ name, operations }) => (
    <details key={name} className="callback">
      <summary>Callback {name}</summary>
      {operations.map((operation) => (
        <OperationText key={operation.anchor} operation={operation} audienceKnown />
      ))}
    </details>
  ));
}
