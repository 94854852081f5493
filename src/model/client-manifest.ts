/** What `compile-client` leaves in `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest {
  readonly files: readonly string[];
  readonly script: string;
  readonly styles: string;
  /** The script of the pages that lead on from old addresses. */
  readonly redirect: string;
  readonly icon: string;
  /** The icon with 180 pixels a side, for home screens. */
  readonly touchIcon: string;
  /** Text of the inline script. */
  readonly inlineScript: string;
  /** Which sources the package's templates, styles and scripts were compiled from (`hashLook`). */
  readonly look: string;
}
