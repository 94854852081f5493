import type { ClientManifest } from "../model/client-manifest.ts";

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
    touchIcon: nameOf(/^icon-180-/),
    inlineScript,
    look,
  };
}
