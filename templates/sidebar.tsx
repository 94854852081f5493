import type { SidebarNode } from "#shared/view.ts";

import { Anchor } from "./anchor.tsx";

/** The tree of pages. Branches are `<details>`; those on the way to the current page are open. */
export function Sidebar({ nodes }: { readonly nodes: readonly SidebarNode[] }) {
  return (
    <ul className="sidebar">
      {nodes.map((node) => (
        <SidebarItem key={node.label} node={node} />
      ))}
    </ul>
  );
}

function SidebarItem({ node }: { readonly node: SidebarNode }) {
  return (
    <li className={node.active ? "active" : undefined}>
      {node.link !== null && <Anchor link={node.link} current={node.current ? "page" : undefined} />}
      {node.items.length > 0 && <SidebarBranch node={node} />}
    </li>
  );
}

/** A group with a page of its own has its link on the summary's row, beside it and not inside it. */
function SidebarBranch({ node }: { readonly node: SidebarNode }) {
  return (
    <details open={node.active}>
      {node.link === null ? (
        <summary>{node.label}</summary>
      ) : (
        <summary className="beside-link">
          <span className="visually-hidden">Pages under {node.label}</span>
        </summary>
      )}
      <Sidebar nodes={node.items} />
    </details>
  );
}
