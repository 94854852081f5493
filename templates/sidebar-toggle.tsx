import { Icon } from "./icon.tsx";

/** Folds the navigation column away and back; boot.ts answers the click. The words follow `html[data-sidebar]`. */
export function SidebarToggle() {
  return (
    <button type="button" className="sidebar-toggle" data-action="toggle-sidebar">
      <Icon name="panel" />
      <span className="when-expanded">Collapse sidebar</span>
      <span className="when-collapsed">Expand sidebar</span>
    </button>
  );
}
