import { useMemo } from "react";
import type { ExplorerData } from "../../model/explorer.ts";
import { listTargets, type Target } from "./call/target.ts";
import { pageSession } from "./page-session.ts";
import { useShared } from "./shared.ts";

/** The servers, and the one that was chosen on this page: at first the one that can do the least harm. */
export function useTarget({ servers }: ExplorerData): { readonly targets: readonly Target[]; readonly target: Target } {
  const url = useShared(pageSession.targetUrl);
  const targets = useMemo(() => {
    const listed = listTargets(servers, document);
    const own: Target = { name: "This site", url: location.origin, kind: "production" };
    return listed.length > 0 ? listed : [own];
  }, [servers]);
  const [first] = targets;
  const target = targets.find((candidate) => candidate.url === url) ?? first;
  if (target === undefined) throw new Error("there is no server to call");
  return { targets, target };
}
