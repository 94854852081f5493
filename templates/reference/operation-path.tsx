/** A path template with its parameters set apart. */
export function OperationPath({ path }: { readonly path: string }) {
  return (
    <code>
      {path.split(/(\{[^}]*\})/).map((part, index) => (index % 2 === 1 ? <var key={index}>{part}</var> : part))}
    </code>
  );
}
