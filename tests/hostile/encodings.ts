/** Bytes that are, or aren't, UTF-8 text. `finding` is the expected message; null if the file is fine. */
export interface HostileBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly finding: string | null;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

export const hostileBytes: readonly HostileBytes[] = [
  { name: "a byte-order mark", bytes: text("\uFEFF---\ntitle: Page\n---\n\n# Page"), finding: null },
  { name: "CRLF", bytes: text("---\r\ntitle: Page\r\n---\r\n\r\n# Page\r\n"), finding: null },
  { name: "CR alone", bytes: text("---\rtitle: Page\r---\r\r# Page\r"), finding: null },
  { name: "an empty file", bytes: text(""), finding: null },
  { name: "one byte-order mark and nothing else", bytes: text("\uFEFF"), finding: null },
  { name: "UTF-16, little end first", bytes: Buffer.from("\uFEFF# Page", "utf16le"), finding: "the file is UTF-16" },
  {
    name: "UTF-16, big end first",
    bytes: Buffer.from("\uFEFF# Page", "utf16le").swap16(),
    finding: "the file is UTF-16",
  },
  { name: "UTF-16 without a mark", bytes: Buffer.from("# Page", "utf16le"), finding: "the file holds NUL bytes" },
  { name: "a NUL", bytes: text("# Page\0"), finding: "the file holds NUL bytes" },
  {
    name: "Latin-1",
    bytes: Buffer.from("# Überweisung", "latin1"),
    finding: "the file isn't valid UTF-8: byte 0xDC at offset 2",
  },
  {
    name: "an overlong sequence",
    bytes: Uint8Array.of(0x23, 0x20, 0xc0, 0xaf),
    finding: "the file isn't valid UTF-8: byte 0xC0 at offset 2",
  },
  {
    name: "a surrogate in UTF-8",
    bytes: Uint8Array.of(0x23, 0x20, 0xed, 0xa0, 0x80),
    finding: "the file isn't valid UTF-8: byte 0xED at offset 2",
  },
];
