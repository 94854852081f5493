import { type IconName, iconPaths } from "#shared/icon-paths.ts";

/** A small line icon in the text's color. It's decorative, so the text beside it has to name the control. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
