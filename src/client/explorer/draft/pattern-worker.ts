import type { PatternUse } from "./check-patterns.ts";

/* Runs a contract's expressions where they can be stopped. Says "begin", then true, false or null for each of them, in order. */
addEventListener("message", ({ data }: MessageEvent<readonly PatternUse[]>) => {
  postMessage("begin");
  for (const use of data) postMessage(isMatch(use));
});

/** JSON Schema's expressions are ECMA-262's, with Unicode (2020-12, section 6.4); null for an invalid expression. */
function isMatch({ pattern, text }: PatternUse): boolean | null {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return null;
  }
}
