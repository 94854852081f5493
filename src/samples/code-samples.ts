import type { CodeSample } from "#shared/contract/operation.ts";
import type { RequestValue, SampleBase } from "#shared/contract/request.ts";
import { toPath } from "#shared/samples/address.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toJavaScript } from "#shared/samples/javascript.ts";
import { moreLanguages } from "#shared/samples/sample-languages.ts";
import { toPython } from "#shared/samples/python.ts";
import { type SampleCall, toSampleCall } from "#shared/samples/sample-call.ts";

import { toCSharp } from "./csharp.ts";
import { toGo } from "./go.ts";
import { toJava } from "./java.ts";
import { toPhp } from "./php.ts";
import { toPlainCall } from "./plain-call.ts";
import { toRuby } from "./ruby.ts";

export interface SampleWriter extends Omit<CodeSample, "code"> {
  readonly toCode: (call: SampleCall) => string;
}

/** Every page has these languages, in the order of its tabs. */
export const pageLanguages: readonly SampleWriter[] = [
  { id: "curl", label: "curl", language: "bash", toCode: toCurl },
  { id: "javascript", label: "JavaScript", language: "javascript", toCode: toJavaScript },
  { id: "python", label: "Python", language: "python", toCode: toPython },
];

/**
 * These are ours, because no maintained library writes these requests right. `@scalar/snippetz` 0.10 (which needs Node 22)
 * calls functions for forms that PHP doesn't have, sends files without their type in Go, and lets Ruby run the `#{…}` of a
 * JSON text. `httpsnippet` 3 and its fork by ReadMe send every file empty. The first two round long numbers in PHP, and
 * none of them reads a secret from the environment.
 */
const writers = { csharp: toCSharp, java: toJava, go: toGo, php: toPhp, ruby: toRuby };

/** Pages load these languages when the reader chooses one. */
export const fetchedLanguages: readonly SampleWriter[] = moreLanguages.map(({ id, label }) => ({
  id,
  label,
  language: id,
  toCode: (call) => writers[id](toPlainCall(call)),
}));

export function toCodeSamples(
  request: RequestValue,
  base: SampleBase,
  languages: readonly SampleWriter[] = pageLanguages,
): readonly CodeSample[] {
  const call = toSampleCall(request, base);
  const path = toPath(request.path);
  return languages.map(({ id, label, language, toCode }) => ({ id, label, language, code: toCode(call), path }));
}
