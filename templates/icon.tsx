/** A small line drawing in the text's color. It never carries meaning alone: the name is the text beside it. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className === undefined ? "icon" : `icon ${className}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface IconProps {
  readonly name: keyof typeof paths;
  readonly className?: string;
}

const paths = {
  home: "M3 9.5 10 3.5l7 6M5 8v8.5h10V8",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4 9.5 4 4",
  down: "m6 8 4 4 4-4",
  close: "m5 5 10 10M15 5 5 15",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  panel: "M3.5 4h13v12h-13zM8 4v12",
  download: "M10 3.5v9m-3.6-3.4L10 12.7l3.6-3.6M4 16.5h12",
  moon: "M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z",
  sun: "M10 6.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM10 2v1.6m0 12.8V18M2 10h1.6m12.8 0H18M4.3 4.3l1.2 1.2m9 9 1.2 1.2m0-11.4-1.2 1.2m-9 9-1.2 1.2",
  screen: "M3 4h14v9H3zM7 16.5h6M10 13v3.5",
} as const;
