/** A directive that a site makes by a template of its own, as plain data. */
export interface OwnDirective {
  readonly name: string;
  /** `templates/directives/rate-card.tsx` */
  readonly file: string;
  /** Its module; null for a file with a fault, which is told there. */
  readonly code: string | null;
  readonly attributes: readonly OwnAttribute[];
  /** Whether its code and what it is given decide what it prints. */
  readonly isPure: boolean;
  /** What its code writes numbers and dates by, where it names no language or time zone. */
  readonly locale: string;
}

export interface OwnAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly isOptional: boolean;
}

/** A list of words is one of them. */
export type AttributeType = (typeof plainTypes)[number] | readonly string[];

const plainTypes = ["string", "number", "boolean"] as const;

/** The file of each directive that a site has of its own, by name. */
export function ownDirectiveFiles(paths: Iterable<string>): ReadonlyMap<string, string> {
  return filesIn("directives", paths);
}

/** The same of islands. */
export function ownIslandFiles(paths: Iterable<string>): ReadonlyMap<string, string> {
  return filesIn("islands", paths);
}

function filesIn(folder: string, paths: Iterable<string>): ReadonlyMap<string, string> {
  const prefix = `templates/${folder}/`;
  const own = [...paths].filter((path) => path.startsWith(prefix) && path.endsWith(".tsx"));
  const named = own.map((path) => [path.slice(prefix.length, -".tsx".length), path] as const);
  return new Map(named.filter(([name]) => !name.includes("/")));
}

/** The directives that texts may hold. */
export function directivesNamedIn<T extends Pick<OwnDirective, "name">>(
  texts: readonly string[],
  directives: readonly T[],
): readonly T[] {
  return directives.filter(({ name }) => texts.some((text) => text.includes(`:${name}`)));
}

/** What a module exports as `attributes`: `{ amount: "number", "note?": "string", tone: ["calm", "loud"] }`; else its fault. */
export function parseAttributes(exported: unknown): readonly OwnAttribute[] | string {
  if (exported === undefined) return [];
  if (typeof exported !== "object" || exported === null || Array.isArray(exported)) return "`attributes` is no object";
  const parsed = Object.entries(exported).map(([key, type]) => parseAttribute(key, type));
  return parsed.find((one) => typeof one === "string") ?? parsed.filter((one) => typeof one !== "string");
}

function parseAttribute(key: string, written: unknown): OwnAttribute | string {
  const [, name, mark] = /^([a-z][\w-]*)(\??)$/i.exec(key) ?? [];
  if (name === undefined) return `\`${key}\` is no name of an attribute`;
  if (name === "children" || name === "label")
    return `the attribute \`${name}\` is taken: it is what stands in a directive`;
  if (name === "key") return "the attribute `key` is taken: React keeps it to itself";
  const type = parseType(written);
  if (type === null) return `the attribute \`${name}\` is neither "string", "number", "boolean" nor a list of words`;
  // One that is not there is false.
  return { name, type, isOptional: mark === "?" || type === "boolean" };
}

function parseType(written: unknown): AttributeType | null {
  if (!Array.isArray(written)) return plainTypes.find((type) => type === written) ?? null;
  const words: readonly unknown[] = written;
  const own = words.filter((word) => typeof word === "string");
  return own.length > 0 && own.length === words.length ? own : null;
}
