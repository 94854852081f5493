import type { Authoring } from "#mcp/tools/author-tools.ts";
import type { FolderSite } from "#serve/folder-site.ts";
import { fixSources } from "#write/fix-sources.ts";

import { explain } from "./explain/explain.ts";

/** What an assistant may do with the folder of a site for its author. */
export function toAuthoring(site: FolderSite, root: string): Authoring {
  return {
    check: async () => (await site.check()).diagnostics,
    explain,
    fix: async () => {
      const { diagnostics, texts } = await site.check();
      return fixSources(diagnostics, { root, texts });
    },
  };
}
