import { posix } from "node:path";

import { fixValue } from "#read/fixes.ts";
import type { StaticFile } from "#read/sources.ts";
import { diagnose, type Diagnostic, type Outcome, type SourceFile, withFix } from "#shared/diagnostics/diagnostic.ts";
import type { FileSetting } from "#settings/look-schema.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { type Slip, slipOf } from "#shared/diagnostics/slip.ts";

export interface LookFiles {
  readonly statics: readonly StaticFile[];
  /** `content/site.yaml`; null without one. */
  readonly settings: SourceFile | null;
}

export interface FileKind {
  /** As `a font`. */
  readonly what: string;
  readonly extensions: readonly string[];
  /** The size in bytes above which a file slows pages too much. */
  readonly heavy: number;
}

/** The file that a setting names, among those that the site publishes; null with a finding when it isn't there or another kind. */
export function findFile(setting: FileSetting, kind: FileKind, files: LookFiles): Outcome<StaticFile | null> {
  const { address, position } = setting;
  const found = files.statics.find(({ path }) => `/${path}` === address.normalize("NFC"));
  if (found === undefined) return { value: null, diagnostics: [missing(setting, files)] };
  const extension = posix.extname(found.path).toLowerCase();
  if (!kind.extensions.includes(extension)) {
    const message = `\`${address}\` isn't ${kind.what}`;
    const hint = `${kind.what} ends in ${alternatives.format(kind.extensions)}`;
    return { value: null, diagnostics: [diagnose("config/invalid", message, position, hint)] };
  }
  return { value: found, diagnostics: found.content.byteLength > kind.heavy ? [heavy(setting, found, kind)] : [] };
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

function missing({ address, position }: FileSetting, { statics, settings }: LookFiles): Diagnostic {
  const addresses = statics.map(({ path }) => `/${path}`);
  const published = `/${address.replace(/^\/?content\/(?:static\/)?|^\//, "")}`;
  const slip: Slip | null = addresses.includes(published)
    ? { written: address, meant: published }
    : slipOf(address, addresses);
  const suggestion = slip?.meant ?? nearest(address, addresses);
  const hint =
    suggestion === null ? "files lie in content/static/: /x.svg is content/static/x.svg" : `try ${suggestion}`;
  const finding = diagnose("config/invalid", `there is no file \`${address}\``, position, hint);
  return withFix(finding, settings && fixValue({ ...settings, firstLine: 1 }, position, slip));
}

function heavy({ address, position }: FileSetting, { content }: StaticFile, kind: FileKind): Diagnostic {
  const message = `\`${address}\` has ${toKilobytes(content.byteLength)}, which every page loads`;
  const hint = `${kind.what} of up to ${toKilobytes(kind.heavy)} doesn't hold readers up`;
  return diagnose("look/heavy", message, position, hint);
}

function toKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString("en-US")} kB`;
}
