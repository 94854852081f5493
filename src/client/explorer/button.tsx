import { type ComponentProps, type ReactNode, useState } from "react";

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

/** The button copies something; what came of it, `copy` says in a word or two. */
export function CopyButton({ label, copy }: { readonly label: string; readonly copy: () => Promise<string> }) {
  const [message, setMessage] = useState("");
  const onClick = async () => {
    setMessage(await copy().catch(() => "Copying is blocked"));
    setTimeout(() => setMessage(""), shownFor);
  };
  return (
    <span className="stacked">
      {/* The text covers the button, because making room for the text would move the neighboring buttons. */}
      <output>{message}</output>
      <Button label={label} onClick={() => void onClick()} />
    </span>
  );
}

/** The time is in milliseconds and is long enough to read what a link leaves out. */
const shownFor = 4000;

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
