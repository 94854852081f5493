/** A small line icon in the text's color. It's decorative, so the text beside it has to name the control. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

type IconName = keyof typeof paths;

const paths = {
  home: "M3 9.5 10 3.5l7 6M5 8v8.5h10V8",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4 9.5 4 4",
  down: "m6 8 4 4 4-4",
  close: "m5 5 10 10M15 5 5 15",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  panel: "M3.5 4h13v12h-13zM8 4v12",
} as const;
