/** The first stop of the keyboard: over the chrome, to the text. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link" data-origin="templates/skip-link.tsx">
      Skip to main content
    </a>
  );
}
