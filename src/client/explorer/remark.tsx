import { Children } from "react";

/** A short remark as a sentence, with what stands in backticks as code. */
export function Remark({ text }: { readonly text: string }) {
  const parts = toSentence(text).split(/`([^`]*)`/);
  return Children.toArray(parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part)));
}

function toSentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
