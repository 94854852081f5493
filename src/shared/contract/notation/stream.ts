import { isObject, type Json, toJsonText, toText } from "#shared/json/json.ts";
import { bareType, isFormType } from "#shared/media-type.ts";

import type { MediaType, PartOrder } from "../operation.ts";
import type { Schema } from "../schema.ts";

/** The framing of items in a sequential media type (OpenAPI 3.2.1, section 4.14.3). */
export type Framing = "lines" | "records" | "events" | "parts";

/** The framing of a media type; null if it isn't sequential. */
export function framingOf(mediaType: string): Framing | null {
  const type = bareType(mediaType);
  if (type === "text/event-stream") return "events";
  if (/^application\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines)$/.test(type)) return "lines";
  if (/^application\/(?:.+\+)?json-seq$/.test(type)) return "records";
  return type.startsWith("multipart/") && !isFormType(type) ? "parts" : null;
}

/** The schema of a stream's items; null for content that's sent as a whole. */
export function streamItemOf({ isStream, schema }: Pick<MediaType, "isStream" | "schema">): Schema | null {
  return isStream ? (schema?.items ?? null) : null;
}

/** Says how items are framed, such as one per line or event; empty for other types. */
export function framingWords(mediaType: string): string {
  const framing = framingOf(mediaType);
  return framing === null ? "" : `one per ${units[framing]}`;
}

const units = { lines: "line", records: "record", events: "event", parts: "part" } as const;

/** Describes the types of unnamed parts: `application/json, then image/*`. */
export function orderWords({ first, itemTypes }: PartOrder): string {
  const types = [...first, ...(itemTypes.length === 0 ? [] : [itemTypes])];
  return types.map((accepted) => (accepted.length === 0 ? "any type" : accepted.join(" or "))).join(", then ");
}

/** Writes items as a stream. `partTypes` has the media types of parts; empty where none is stated. */
export function writeStream(items: readonly Json[], framing: Framing, partTypes: readonly string[]): string {
  switch (framing) {
    case "lines":
      return items.map((item) => `${toJsonText(item)}\n`).join("");
    case "records":
      return items.map((item) => `${recordSeparator}${toJsonText(item)}\n`).join("");
    case "events":
      return items.map(writeEvent).join("");
    case "parts":
      return `${items.map((item, index) => writePart(item, partTypes[index])).join("")}--${boundary}--\r\n`;
  }
}

/** The start of each record (RFC 7464). */
export const recordSeparator = "\u001E";

/** A stream for display, with symbols in place of unprintable characters. */
export function showStream(text: string): string {
  return text.replaceAll(recordSeparator, "␞").replaceAll("\r\n", "\n").trimEnd();
}

/** The fields of an event (WHATWG HTML, section 9.2). */
export const eventFields = ["event", "id", "retry", "data"] as const;

/** WHATWG HTML, section 9.2. An item that isn't an event becomes an event's data. */
function writeEvent(item: Json): string {
  const isEvent = isObject(item) && Object.keys(item).every((key) => eventFields.some((field) => field === key));
  const event = isEvent ? item : { data: item };
  const lines = eventFields.flatMap((field) => {
    const value = event[field];
    const texts = value === undefined ? [] : toText(value).split("\n");
    return texts.map((line) => `${field}: ${line}\n`);
  });
  return `${lines.join("")}\n`;
}

const boundary = "part";

function writePart(item: Json, stated: string | undefined): string {
  const type = stated || (typeof item === "string" ? "text/plain" : "application/json");
  return `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${toText(item)}\r\n`;
}

/** The media type of a text, with the boundary if it has parts. */
export function withBoundary({ mediaType, text }: { readonly mediaType: string; readonly text: string }): string {
  const isStated = framingOf(mediaType) !== "parts" || /;\s*boundary=/i.test(mediaType);
  const found = /^--([\w'()+,./:=?-]{1,70})\r?\n/.exec(text)?.[1];
  return isStated || found === undefined ? mediaType : `${mediaType}; boundary="${found}"`;
}
