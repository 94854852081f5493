import { Children } from "react";

/** A path template with its parameters set apart. */
export function OperationPath({ path }: { readonly path: string }) {
  const parts = path.split(/(\{[^}]*\})/);
  return <code>{Children.toArray(parts.map((part) => (part.startsWith("{") ? <var>{part}</var> : part)))}</code>;
}
