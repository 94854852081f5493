import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

/** A button of the explorer's bar opens a menu below itself. Escape closes the menu and leaves the explorer open. */
export function PanelMenu({ className, label, children }: PanelMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && event.key === "Escape") event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps a key from what stands around it
    <span className="panel-menu" onKeyDown={onKeyDown}>
      <button type="button" popoverTarget={id} className={className}>
        {label}
      </button>
      <div id={id} popover="auto" className="menu-list" onToggle={({ newState }) => setIsOpen(newState === "open")}>
        {children}
      </div>
    </span>
  );
}

interface PanelMenuProps {
  readonly className: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}
