import type { LinkedExample } from "#shared/contract/operation.ts";

import { AuthoredAnchor, ContractText } from "./reference-context.tsx";

/** These examples stand in files of their own, so each is a link. */
export function LinkedExamples({ examples }: { readonly examples: readonly LinkedExample[] }) {
  return examples.map((example) => (
    <div key={example.name}>
      <p className="limit">
        Example: <AuthoredAnchor link={example}>{example.summary ?? example.name}</AuthoredAnchor>
      </p>
      <ContractText text={example.description} />
    </div>
  ));
}
