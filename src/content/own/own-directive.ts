/** A directive that a site's own template makes, as plain data. */
export interface OwnDirective {
  readonly name: string;
  /** `templates/directives/rate-card.tsx` */
  readonly file: string;
  /** The compiled module; null for a file with a fault, which has its own finding. */
  readonly code: string | null;
  readonly attributes: readonly OwnAttribute[];
  /** A pure directive's output depends on nothing but its code and props. */
  readonly isPure: boolean;
  readonly locale: string;
}

export interface OwnAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly isOptional: boolean;
}

/** A list holds the words that the attribute may have. */
export type AttributeType = (typeof plainTypes)[number] | readonly string[];

const plainTypes = ["string", "number", "boolean"] as const;

/** The files of the site's own directives by name. */
export function ownDirectiveFiles(paths: Iterable<string>): ReadonlyMap<string, string> {
  return filesIn("directives", paths);
}

/** The files of the site's own islands by name. */
export function ownIslandFiles(paths: Iterable<string>): ReadonlyMap<string, string> {
  return filesIn("islands", paths);
}

function filesIn(folder: string, paths: Iterable<string>): ReadonlyMap<string, string> {
  const prefix = `templates/${folder}/`;
  const own = [...paths].filter((path) => path.startsWith(prefix) && path.endsWith(".tsx"));
  const named = own.map((path) => [path.slice(prefix.length, -".tsx".length), path] as const);
  return new Map(named.filter(([name]) => !name.includes("/")));
}

export function directivesNamedIn<T extends Pick<OwnDirective, "name">>(
  texts: readonly string[],
  directives: readonly T[],
): readonly T[] {
  return directives.filter(({ name }) => texts.some((text) => text.includes(`:${name}`)));
}

/** Reads a module's `attributes`, `{ amount: "number", "note?": "string", tone: ["calm", "loud"] }`; returns a fault as text. */
export function parseAttributes(exported: unknown): readonly OwnAttribute[] | string {
  if (exported === undefined) return [];
  if (typeof exported !== "object" || exported === null || Array.isArray(exported))
    return "`attributes` isn't an object";
  const parsed = Object.entries(exported).map(([key, type]) => parseAttribute(key, type));
  return parsed.find((entry) => typeof entry === "string") ?? parsed.filter((entry) => typeof entry !== "string");
}

function parseAttribute(key: string, written: unknown): OwnAttribute | string {
  const [, name, mark] = /^([a-z][\w-]*)(\??)$/i.exec(key) ?? [];
  if (name === undefined) return `\`${key}\` can't be the name of an attribute`;
  if (name === "children" || name === "label") return `the attribute \`${name}\` is taken: it's a directive's content`;
  if (name === "key") return "the attribute `key` is taken: React keeps it to itself";
  const type = parseType(written);
  if (type === null) return `the attribute \`${name}\` is neither "string", "number", "boolean" nor a list of words`;
  // An absent boolean is false.
  return { name, type, isOptional: mark === "?" || type === "boolean" };
}

function parseType(written: unknown): AttributeType | null {
  if (!Array.isArray(written)) return plainTypes.find((type) => type === written) ?? null;
  const words: readonly unknown[] = written;
  const own = words.filter((word) => typeof word === "string");
  return own.length > 0 && own.length === words.length ? own : null;
}
