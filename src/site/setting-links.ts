import type { Diagnostic } from "../model/diagnostic.ts";
import { toOrigin, type LinkResolver } from "../model/link.ts";
import type { Position } from "../model/position.ts";
import type { LinkView } from "../model/view.ts";

/** A link as the settings ask for it. */
export interface TargetSetting {
  readonly to: string;
  readonly label: string;
  readonly position: Position | null;
}

/** The place of settings that nobody wrote. */
export const settingsStart: Position = { file: "content/site.yaml", line: 1, column: 1 };

/** Makes the links of navbar, sidebar and footer, and keeps what is wrong with them. */
export class SettingLinks {
  readonly diagnostics: Diagnostic[] = [];
  readonly #resolveLink: LinkResolver;
  readonly #baseUrl: string;

  constructor(resolveLink: LinkResolver, baseUrl: string) {
    this.#resolveLink = resolveLink;
    this.#baseUrl = baseUrl;
  }

  toLink({ to, label, position }: TargetSetting): LinkView {
    const place = position ?? settingsStart;
    const link = this.#resolveLink(to, place);
    if (link.kind !== "text") return { label, href: link.href, origin: toOrigin(place) };
    this.diagnostics.push(link.finding);
    return { label, href: this.#baseUrl, origin: toOrigin(place) };
  }
}
