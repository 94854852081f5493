import type { Json } from "../../../model/json.ts";
import { flagAt, listAt, memberOf, numberAt, textAt, textsAt } from "../../../rules/json-value.ts";
import type { Refusal } from "../call/explain-refusal.ts";
import type { Outcome, Received } from "../call/send.ts";

/** What became of a call that was stored; null when it is nothing of the kind. */
export function parseOutcome(value: Json | undefined): Outcome | null {
  switch (textAt(value, "kind")) {
    case "received":
      return parseReceived(value);
    case "refused": {
      const refusal = parseRefusal(memberOf(value, "refusal"));
      return refusal === null ? null : { kind: "refused", refusal };
    }
    case "cancelled":
      return { kind: "cancelled" };
    case "timeout":
      return { kind: "timeout", seconds: numberAt(value, "seconds") ?? 0 };
    default:
      return null;
  }
}

function parseReceived(value: Json | undefined): Received | null {
  const [status, size, milliseconds] = ["status", "size", "milliseconds"].map((name) => numberAt(value, name));
  const text = textAt(value, "bytes");
  if (typeof status !== "number" || typeof size !== "number" || text === null) return null;
  const headers = listAt(value, "headers").flatMap((header) => {
    const [name, content] = [textAt(header, "name"), textAt(header, "value")];
    return name === null || content === null ? [] : [{ name, value: content }];
  });
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const isCut = flagAt(value, "isCut");
  return { kind: "received", status, headers, bytes, size, isCut, milliseconds: milliseconds ?? 0 };
}

const plainCauses = ["offline", "mixed-content", "policy", "redirect", "method"] as const;

function parseRefusal(value: Json | undefined): Refusal | null {
  const cause = textAt(value, "cause");
  const plain = plainCauses.find((name) => name === cause);
  if (plain !== undefined) return { cause: plain };
  if (cause === "unreachable") return { cause, isOwn: flagAt(value, "isOwn") };
  if (cause !== "cors") return null;
  const preflight = memberOf(value, "preflight");
  const method = textAt(preflight, "method");
  return { cause, preflight: method === null ? null : { method, headers: textsAt(preflight, "headers") } };
}
