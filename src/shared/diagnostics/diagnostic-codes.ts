/**
 * Every kind of finding with its severity. A site can change it under `severities:` in `site.yaml`, and `--strict` turns
 * warnings into errors. `always` is an error that no setting lowers, because something that an author wrote is missing
 * from the site. `cli/explain/findings.txt` has the meaning and remedy of each.
 */
const severities = {
  "config/invalid": "always",
  "config/unknown-key": "error",
  "content/code-language": "warning",
  "content/code-word": "warning",
  "content/conflict": "error",
  "content/encoding": "always",
  "content/file-name": "error",
  "content/front-matter": "error",
  "content/heading-level": "warning",
  "content/html-removed": "warning",
  "content/include": "error",
  "content/limit": "always",
  "content/markdown": "warning",
  "content/missing": "error",
  "content/social-image": "warning",
  "content/strange-file": "warning",
  "content/symlink": "warning",
  "content/unreadable": "always",
  "contract/ambiguous": "error",
  "contract/body": "warning",
  "contract/example": "warning",
  "contract/invalid": "error",
  "contract/limit": "always",
  "contract/link": "warning",
  "contract/near-name": "warning",
  "contract/nonstandard": "warning",
  "contract/reference": "error",
  "contract/syntax": "always",
  "contract/unchecked": "warning",
  "contract/unknown-name": "error",
  "contract/unreadable": "always",
  "contract/unsupported": "warning",
  "directive/invalid": "error",
  "directive/unknown": "error",
  "init/left-out": "warning",
  "init/occupied": "error",
  "init/source": "error",
  "link/broken": "error",
  "link/broken-anchor": "error",
  "link/broken-asset": "error",
  "link/external-image": "warning",
  "link/markdown-file": "warning",
  "link/unsafe": "warning",
  "live/answer": "error",
  "live/credentials": "warning",
  "live/page": "warning",
  "live/partial-update": "warning",
  "live/request": "error",
  "live/unreachable": "error",
  "look/contrast": "warning",
  "look/heavy": "warning",
  "output/differs": "error",
  "output/failed": "error",
  "output/foreign": "error",
  "output/hidden": "warning",
  "output/missing": "error",
  "output/refused": "error",
  "page/duplicate-id": "error",
  "page/heavy": "warning",
  "page/moved": "warning",
  "page/not-in-sidebar": "warning",
  "page/shadowed-id": "warning",
  "redirect/invalid": "error",
  "route/collision": "always",
  "route/invalid": "always",
  "sample/invalid": "error",
  "sample/unchecked": "warning",
  "sandbox/invalid": "error",
  "serve/folder": "error",
  "serve/port": "error",
  "serve/stalled": "error",
  "template/blocked": "warning",
  "template/invalid": "error",
  "template/unused": "warning",
} as const satisfies Readonly<Record<string, "always" | "error" | "warning">>;

export type DiagnosticCode = keyof typeof severities;

/** In alphabetical order. */
export const diagnosticCodes: readonly DiagnosticCode[] = Object.keys(severities).filter(isDiagnosticCode);

function isDiagnosticCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(severities, text);
}

/** The severity of a code, unless the settings change it. */
export function severityOf(code: DiagnosticCode): "error" | "warning" {
  const severity = severities[code];
  return severity === "always" ? "error" : severity;
}

/** True for codes whose severity can't be lowered. */
export function isFixed(code: DiagnosticCode): boolean {
  return severities[code] === "always";
}
