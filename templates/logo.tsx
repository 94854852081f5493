import type { LogoView, PictureView } from "#shared/assets-view.ts";

/** A site's own logo, or one for each color mode. The styles show one of them, and browsers load only that one. */
export function Logo({ logo: { light, dark } }: { readonly logo: LogoView }) {
  if (dark === null) return <Picture picture={light} className="logo" />;
  return (
    <>
      <Picture picture={light} className="logo logo-light" loading="lazy" />
      <Picture picture={dark} className="logo logo-dark" loading="lazy" />
    </>
  );
}

function Picture({ picture: { href, width, height }, className, loading }: PictureProps) {
  return <img src={href} width={width} height={height} alt="" className={className} loading={loading} />;
}

interface PictureProps {
  readonly picture: PictureView;
  readonly className: string;
  /** React would preload every other picture, shown or not. */
  readonly loading?: "lazy";
}
