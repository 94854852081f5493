import { storeChoice } from "../choices.ts";

/**
 * The button that dismisses the announcement it stands in. The notice itself is static; an attribute on the root
 * element hides it, which the inline script sets before the first paint when this very notice was dismissed earlier.
 */
export function AnnouncementBar({ id }: { readonly id: string }) {
  const dismiss = () => {
    storeChoice("docs.announcement", id);
    document.documentElement.dataset["announcement"] = "dismissed";
    // The focused button is gone: go on with the first link of the navbar, not with the top of the document.
    document.querySelector<HTMLElement>(".navbar .brand")?.focus();
  };
  return (
    <button type="button" className="icon-button" onClick={dismiss}>
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="m5 5 10 10M15 5 5 15" />
      </svg>
      <span className="visually-hidden">Dismiss announcement</span>
    </button>
  );
}
