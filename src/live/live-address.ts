/** An address that may be fetched: http or https, without credentials in it. Null for anything else. */
export function toLiveAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url : null;
}

/** An address as it may be printed: a query can hold a secret. `https://staging.example.com/redoc/?…` */
export function showAddress({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}
