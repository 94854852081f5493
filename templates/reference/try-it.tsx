import { Explorer } from "../../src/client/islands/explorer.tsx";
import { Island } from "../island.tsx";
import { useReference } from "./reference-context.ts";

/** The button that opens an operation's explorer; none for what only the provider calls. */
export function TryIt({ anchor }: { readonly anchor: string }) {
  const source = useReference().explorers.get(anchor);
  return source === undefined ? null : <Island name="explorer" component={Explorer} props={{ source, anchor }} />;
}
