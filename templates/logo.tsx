import type { LogoView, PictureView } from "#shared/assets-view.ts";

/** A site's own mark: one for each color mode, of which the styles show one. */
export function Logo({ logo: { light, dark } }: { readonly logo: LogoView }) {
  return (
    <>
      <Picture picture={light} className={dark === null ? "logo" : "logo logo-light"} />
      {dark !== null && <Picture picture={dark} className="logo logo-dark" />}
    </>
  );
}

function Picture({ picture: { href, width, height }, className }: PictureProps) {
  return <img src={href} width={width} height={height} alt="" className={className} />;
}

interface PictureProps {
  readonly picture: PictureView;
  readonly className: string;
}
