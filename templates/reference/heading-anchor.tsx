/** The link to the place it stands in, for readers who want to pass it on. */
export function HeadingAnchor({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <a className="anchor" href={`#${id}`} aria-label={`Link to “${name}”`} data-origin={origin}>
      #
    </a>
  );
}

const origin = "templates/reference/heading-anchor.tsx";
