/** A quiet word where the contract does not state what is written; none where it does. */
export function CertaintyMark({ certainty }: { readonly certainty: string | null }) {
  if (certainty === null) return null;
  return (
    <>
      {" "}
      <abbr title={meanings.get(certainty) ?? "Not stated by the contract"}>{certainty}</abbr>
    </>
  );
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["reading", "How we read the contract"],
  ["convention", "Common practice; the contract does not state it"],
  ["unspecified", "The contract leaves this open"],
]);
