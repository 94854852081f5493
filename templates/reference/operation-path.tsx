import { keyed } from "./keyed.tsx";

/** A path template with its parameters set apart. */
export function OperationPath({ path }: { readonly path: string }) {
  const parts = path.split(/(\{[^}]*\})/);
  return <code>{keyed(parts, (part) => (part.startsWith("{") ? <var>{part}</var> : part))}</code>;
}
