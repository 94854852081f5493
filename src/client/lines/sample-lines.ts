/** A place of a sample that is about a field. */
export interface SampleLine {
  /** The names of the field and of those that hold it, from the outermost one. */
  readonly path: readonly string[];
  readonly start: number;
  readonly length: number;
}

/** The lines of a JSON text that begin with a member's name. */
export function findMembers(text: string): readonly SampleLine[] {
  const around: { readonly indent: number; readonly name: string }[] = [];
  return Array.from(text.matchAll(member), ({ index, 0: line, 1: { length: indent } = "", 2: name = "" }) => {
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    around.push({ indent, name });
    return { path: around.map((holder) => holder.name), start: index + indent, length: line.length - indent };
  });
}

/** Indented: `"name": …`, and `name: …` and `name=…` of programs. */
const member = /^([ \t]*)["']?([\w$.-]+)["']?[ \t]*[:=].*$/gm;

/** What an operation's page says of its request. */
interface RequestFields {
  /** The fields of the body, the parameters and the headers; not those that other fields hold. */
  readonly names: ReadonlySet<string>;
  /** `/loads/{load_number}/`, or empty. */
  readonly address: string;
}

/** The lines of a request, in any language: members of its body, parts of its address, parameters, headers and parts of forms. */
export function findRequestLines(text: string, { names, address }: RequestFields): readonly SampleLine[] {
  const members = findMembers(text);
  const depth = depthOfBody(members, names);
  const body = members.flatMap((line) => (line.path.length > depth ? [{ ...line, path: line.path.slice(depth) }] : []));
  const others = [...findSegments(text, address), ...[...names].flatMap((name) => findArguments(text, name))];
  return [...body, ...others.filter(({ start }) => !body.some((line) => isWithin(start, line)))];
}

/** A program has the body within something of its own: `body: JSON.stringify({`. */
function depthOfBody(members: readonly SampleLine[], names: ReadonlySet<string>): number {
  const counts = [0, 1, 2, 3].map((depth) => members.filter(({ path }) => names.has(path[depth] ?? "")).length);
  const most = Math.max(...counts);
  return most === 0 ? Infinity : counts.indexOf(most);
}

export function isWithin(place: number, { start, length }: SampleLine): boolean {
  return start <= place && place <= start + length;
}

function findSegments(text: string, address: string): readonly SampleLine[] {
  const parts = address.split(/\{([^}]*)\}/);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escape(part) : "([^/?&\"'`\\s]+)")).join("");
  const { indices = [] } = (parts.length > 1 && new RegExp(pattern, "d").exec(text)) || {};
  return indices.slice(1).map(([start, end] = [0, 0], index) => ({
    path: [parts[2 * index + 1] ?? ""],
    start,
    length: end - start,
  }));
}

/** In an address, in one quoted text, or by itself: `?page=1`, `"X-Trace: 1"`, `"page": "1"`, `append("category", "…")`. */
function findArguments(text: string, name: string): readonly SampleLine[] {
  const inAddress = String.raw`(?<=[?&])${escape(name)}=[^&"'\s\`]*`;
  const inText = String.raw`(["'])${escape(name)}(?:=|: )[^\n]*?\1`;
  const alone = String.raw`(?<![\w-])["']?${escape(name)}(?:["']?\]?\s*[:=]\s*(?:(["']).*?\2|[^&"'\s,})]*)|["'],.*)`;
  return Array.from(
    text.matchAll(new RegExp([inAddress, inText, alone].join("|"), "g")),
    ({ index: start, 0: { length } }) => ({ path: [name], start, length }),
  );
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
