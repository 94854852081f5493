import type { ReactNode } from "react";

import type { LinkView } from "#shared/view.ts";

/**
 * A link of a view. `data-origin` names the source that has the link; the check stage reads and removes it, so that
 * every finding about a link names its source.
 */
export function Anchor({ link, className, current, label, action, hrefByVersion, children }: AnchorProps) {
  return (
    <a
      href={link.href}
      rel={/^https?:/.test(link.href) ? "noopener" : undefined}
      data-origin={link.origin ?? undefined}
      className={className}
      aria-current={current}
      aria-label={label}
      data-action={action}
      data-versions={hrefByVersion === undefined ? undefined : JSON.stringify(hrefByVersion)}
    >
      {children ?? link.label}
    </a>
  );
}

interface AnchorProps {
  readonly link: LinkView;
  readonly className?: string | undefined;
  /** The link's relation to the current page: the page itself, or the section that contains it. */
  readonly current?: "page" | "true" | undefined;
  /** The accessible name, where the visible text isn't enough. */
  readonly label?: string | undefined;
  /** What script does instead of following the link (client/on-demand.ts). */
  readonly action?: "open-group" | undefined;
  /** Addresses by version id, for the script that follows the reader's choice of a version. */
  readonly hrefByVersion?: Readonly<Record<string, string>> | undefined;
  readonly children?: ReactNode;
}
