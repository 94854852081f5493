const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A date or a time (RFC 3339) as people read it: `2025-03-10T15:00:00Z` as `Mar 10, 2025, 15:00 Z`. It stays in the offset
 * that it was sent with; anything else stays as it is.
 */
export function formatDate(text: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, year = "", month = "", day = "", time = "", offset = ""] = match ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return text;
  return [`${name} ${Number(day)}, ${year}`, [time, offset.toUpperCase()].join(" ").trim()].filter(Boolean).join(", ");
}
