/** Says what “unlisted” means to the reader who got here by a direct address. */
export function UnlistedNotice() {
  return (
    <aside className="admonition admonition-warning unlisted" aria-label="Unlisted page">
      <p className="admonition-title">Unlisted page</p>
      <p>
        This page is not listed, but it is not private. Search engines are asked not to index it; anyone who has the
        address can read it.
      </p>
    </aside>
  );
}
