import type { CodeSample } from "../contract/operation.ts";
import type { RequestValue, SampleBase } from "../contract/request.ts";
import { toCurl } from "./curl.ts";
import { toJavaScript } from "./javascript.ts";
import { toPython } from "./python.ts";

/** One request in every language of the docs, in the order of their tabs. */
export function toCodeSamples(request: RequestValue, base: SampleBase): readonly CodeSample[] {
  return [
    { id: "curl", label: "curl", language: "bash", code: toCurl(request, base) },
    { id: "javascript", label: "JavaScript", language: "javascript", code: toJavaScript(request, base) },
    { id: "python", label: "Python", language: "python", code: toPython(request, base) },
  ];
}
