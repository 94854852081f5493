const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/** Expressions without nested repetition: they take time in proportion to the text. */
const expressions: ReadonlyMap<string, RegExp> = new Map([
  ["date-time", new RegExp(`^${date}[Tt ]${time}$`, "i")],
  ["date", new RegExp(`^${date}$`)],
  ["time", new RegExp(`^${time}$`, "i")],
  ["uuid", /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ["email", /^[^\s@]+@[^\s@]+$/],
  ["uri", /^[a-z][a-z\d+.-]*:\S+$/i],
  ["uri-reference", /^\S*$/],
  ["hostname", /^[a-z\d](?:[a-z\d.-]{0,253})$/i],
  ["ipv4", /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
  ["byte", /^[A-Za-z\d+/]*={0,2}$/],
]);

/** True when the text is of the format, or the format is one that is not judged (JSON Schema Validation, section 7.3). */
export function isOfFormat(text: string, format: string): boolean {
  return (expressions.get(format)?.test(text) ?? true) && isCalendarDate(text, format);
}

/** The 30th of February is no date. */
function isCalendarDate(text: string, format: string): boolean {
  if (format !== "date" && format !== "date-time") return true;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
