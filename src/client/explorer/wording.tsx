import { Children } from "react";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Method } from "#shared/contract/request.ts";
import { toSentence } from "#shared/english.ts";

export function MethodBadge({ method }: { readonly method: Method }) {
  return <b className={`method method-${method}`}>{method.toUpperCase()}</b>;
}

/** A short remark becomes a sentence, and its words in backticks become code. */
export function Remark({ text }: { readonly text: string }) {
  const parts = toSentence(text).split(/`([^`]*)`/);
  return Children.toArray(parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part)));
}

export function FaultText({ message, hint }: SampleFault) {
  return (
    <>
      <Remark text={message} /> {hint !== null && <Remark text={hint} />}
    </>
  );
}

/** The size is written for people: `512 bytes`, `1.4 kB`, `5.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
