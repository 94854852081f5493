import type { LinkView, SidebarNode } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";

/** The tree of pages. Branches are `<details>`: a small tree is all open, a large one only on the path to the page. */
export function Sidebar({ nodes }: { readonly nodes: readonly SidebarNode[] }) {
  return <Level nodes={nodes} areOpen={entriesIn(nodes) <= maxAtOnce} />;
}

/** About one screen of entries. */
const maxAtOnce = 15;

function entriesIn(nodes: readonly SidebarNode[]): number {
  return nodes.reduce((sum, { items }) => sum + 1 + entriesIn(items), 0);
}

interface LevelProps {
  readonly nodes: readonly SidebarNode[];
  readonly areOpen: boolean;
}

function Level({ nodes, areOpen }: LevelProps) {
  return (
    <ul className="sidebar">
      {nodes.map((node) => (
        <li key={node.label} className={node.active ? "active" : undefined}>
          {node.link !== null && <Anchor link={node.link} current={node.current ? "page" : undefined} />}
          {node.items.length > 0 && <Branch node={node} areOpen={areOpen} />}
          {node.openAt !== null && <ClosedBranch node={node} openAt={node.openAt} />}
        </li>
      ))}
    </ul>
  );
}

/** A group with its own page has its link beside the summary, because a link isn't allowed inside. */
function Branch({ node, areOpen }: Pick<LevelProps, "areOpen"> & { readonly node: SidebarNode }) {
  return (
    <details open={areOpen || node.active}>
      {node.link === null ? (
        <summary>{node.label}</summary>
      ) : (
        <summary className="beside-link">
          <span className="visually-hidden">Pages under {node.label}</span>
        </summary>
      )}
      <Level nodes={node.items} areOpen={areOpen} />
    </details>
  );
}

/** For large sites. src/client/menu/open-menu.ts opens it there; without script its name links to its first page. */
function ClosedBranch({ node, openAt }: { readonly node: SidebarNode; readonly openAt: LinkView }) {
  return (
    <>
      {node.link === null && <Anchor link={{ ...openAt, label: node.label }} action="open-group" />}
      <details data-open-at={openAt.href}>
        <summary className="beside-link" data-action="open-group">
          <span className="visually-hidden">Pages under {node.label}</span>
        </summary>
      </details>
    </>
  );
}
