import { useCallback, useMemo } from "react";

import type { ExplorerData, ExplorerScheme } from "#shared/contract/explorer-data.ts";

import { type Credential, toCredential } from "../call/credentials.ts";
import { listTargets, type Target } from "../call/target.ts";
import { type Draft, startDraft } from "../draft/request-draft.ts";
import { pageSession } from "../page-session.ts";
import { Shared, useShared } from "../shared-value.ts";

interface DraftState {
  readonly draft: Draft;
  readonly change: (edit: (draft: Draft) => Draft) => void;
}

/** What stands in an operation's form. It outlives the form, also one that crashes. */
export function useDraft(data: ExplorerData): DraftState {
  const stored = draftOf(data);
  const draft = useShared(stored);
  const change = useCallback((edit: (before: Draft) => Draft) => stored.set(edit(stored.value)), [stored]);
  return { draft, change };
}

function draftOf(data: ExplorerData): Shared<Draft> {
  const { drafts } = pageSession;
  const draft = drafts.get(data.anchor) ?? new Shared(startDraft(data, null, 0));
  drafts.set(data.anchor, draft);
  return draft;
}

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

/** What a call to a server carries for a set of schemes, from what the reader has entered. */
export function callCredentials(
  { scope }: ExplorerData,
  target: Target,
  schemes: readonly ExplorerScheme[],
): readonly Credential[] {
  return schemes.flatMap((scheme) => {
    const secret = pageSession.secrets.get({ scope, target, scheme });
    return secret === "" ? [] : [toCredential(scheme, secret)];
  });
}
