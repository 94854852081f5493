import { z } from "zod";

import type { FileFix, FixReport } from "#read/fixes.ts";
import { type Diagnostic, hasErrors } from "#shared/diagnostics/diagnostic.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";
import { groupDiagnostics } from "#shared/diagnostics/group-diagnostics.ts";

import { McpFault } from "../site/site-files.ts";
import { defineTool, asData, fitItems, fitText, paging, type Tool } from "./tool.ts";

export interface Authoring {
  readonly check: () => Promise<readonly Diagnostic[]>;
  readonly explain: (code: string) => string | null;
  /** Says what else a name might mean. */
  readonly suggest: (code: string) => string;
  /** Applies every fix that has a single right answer. */
  readonly fix: () => Promise<FixReport>;
}

const mostPositions = 5;

/** These change the site's files, so only the author's own process offers them. */
export function authorTools(authoring: Authoring): readonly Tool[] {
  return [checkSite(authoring), explainFinding(authoring), applyFixes(authoring)];
}

function checkSite({ check }: Authoring): Tool {
  return defineTool(
    {
      name: "check_site",
      title: "Check the site",
      description:
        "Builds the folder of this site in memory and says what is wrong in it, with file, line and remedy. `canBeFixed` " +
        "means that apply_fixes mends it.",
      input: z.object(paging),
    },
    async (page) => {
      const diagnostics = await check();
      const findings = groupDiagnostics(diagnostics).map(({ first, repeats }) => {
        const { severity, code, message, hint, fix } = first;
        const positions = [first, ...repeats].flatMap(({ position }) =>
          position === null ? [] : formatPosition(position),
        );
        return {
          severity,
          code,
          message,
          ...(hint !== null && { hint }),
          positions: positions.slice(0, mostPositions),
          count: repeats.length + 1,
          ...(fix !== undefined && { canBeFixed: true }),
        };
      });
      return fitItems({ note: asData, isWithoutErrors: !hasErrors(diagnostics) }, { findings }, page);
    },
  );
}

function explainFinding({ explain, suggest }: Authoring): Tool {
  return defineTool(
    {
      name: "explain_finding",
      title: "Explain a finding",
      description: "What a finding's code means and what to do about it; or a topic such as settings or directives.",
      input: z.object({
        code: z
          .string()
          .max(100)
          .meta({ examples: ["link/broken", "directives"] }),
        ...paging,
      }),
    },
    async ({ code, ...page }) => {
      const text = explain(code);
      if (text === null) throw new McpFault(`There is nothing to explain by the name ${code}. ${suggest(code)}`);
      return fitText({}, text, page);
    },
  );
}

function applyFixes({ fix: applyAll }: Authoring): Tool {
  return defineTool(
    {
      name: "apply_fixes",
      title: "Apply the fixes",
      description:
        "Replaces in content/ what has one right answer, and lists what was replaced, and what wasn't and why.",
      input: z.object(paging),
      changes: "files",
    },
    async (page) => {
      const { made, left } = await applyAll();
      const fixes = [...made.map(toFix), ...left.map((fix) => ({ ...toFix(fix), reason: fix.reason }))];
      const facts = { note: asData, made: made.length };
      return fitItems(facts, { fixes }, page);
    },
  );
}

function toFix({ file, range, written, replacement }: FileFix): object {
  return { position: formatPosition({ file, ...range.start }), written, replacement };
}
