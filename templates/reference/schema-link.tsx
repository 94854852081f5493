import { useReference } from "./reference-context.ts";

/** A link to where a named schema is printed. A name the contract does not have is plain text. */
export function SchemaLink({ name }: { readonly name: string }) {
  const { schemaByName, hrefOf } = useReference();
  const named = schemaByName.get(name);
  if (named === undefined) return <>{name}</>;
  return (
    <a href={hrefOf(named.anchor)} data-origin={origin}>
      {name}
    </a>
  );
}

const origin = "templates/reference/schema-link.tsx";
