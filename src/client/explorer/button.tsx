import type { ComponentProps, ReactNode } from "react";

interface ButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly label: ReactNode;
  /** Screen readers hear this after the label, because they can't see what it stands beside. */
  readonly about?: string;
}

/** Without a class, this is a small button beside what it acts on. */
export function Button({ label, about, ...props }: ButtonProps) {
  return (
    <button type="button" className="field-action" {...props}>
      {label}
      {about !== undefined && <span className="visually-hidden"> {about}</span>}
    </button>
  );
}

export function IconLabel({ path, text }: { readonly path: string; readonly text: string }) {
  return (
    <>
      <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
