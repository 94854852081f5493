/** What `compile-client` leaves in `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest {
  readonly files: readonly string[];
  readonly script: string;
  readonly styles: string;
  /** The script of the pages that lead on from old addresses. */
  readonly redirect: string;
  readonly icon: string;
  /** The icon with 32 pixels a side. */
  readonly iconImage: string;
  /** The icon with 180 pixels a side, for home screens. */
  readonly touchIcon: string;
  readonly socialImage: string;
  /** Text of the inline script. */
  readonly inlineScript: string;
  /** Which sources the package's templates, styles and scripts were compiled from (`hashLook`). */
  readonly look: string;
}

/** A manifest of compiled files, which are known by the beginnings of their names. */
export function toManifest(
  names: readonly string[],
  { inlineScript, look }: Pick<ClientManifest, "inlineScript" | "look">,
): ClientManifest {
  const nameOf = (pattern: RegExp): string => names.find((name) => pattern.test(name)) ?? "";
  return {
    files: [...names].sort(),
    script: nameOf(/^boot-.*\.js$/),
    styles: nameOf(/^styles-.*\.css$/),
    redirect: nameOf(/^redirect-.*\.js$/),
    icon: nameOf(/^icon-.*\.svg$/),
    iconImage: nameOf(/^icon-32-/),
    touchIcon: nameOf(/^icon-180-/),
    socialImage: nameOf(/^social-/),
    inlineScript,
    look,
  };
}
