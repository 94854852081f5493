import type { CodeSample } from "#shared/contract/operation.ts";
import type { RequestValue, SampleBase } from "#shared/contract/request.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toJavaScript } from "#shared/samples/javascript.ts";
import { moreLanguages } from "#shared/config.ts";
import { toPython } from "#shared/samples/python.ts";
import { type SampleCall, toSampleCall } from "#shared/samples/sample-call.ts";

import { toCSharp } from "./csharp.ts";
import { toGo } from "./go.ts";
import { toJava } from "./java.ts";
import { toPhp } from "./php.ts";
import { toPlainCall } from "./plain-call.ts";
import { toRuby } from "./ruby.ts";

/** A language that samples are written in. */
export interface SampleWriter extends Omit<CodeSample, "code"> {
  readonly toCode: (call: SampleCall) => string;
}

/** The languages that every page comes with, in the order of their tabs. */
export const pageLanguages: readonly SampleWriter[] = [
  { id: "curl", label: "curl", language: "bash", toCode: toCurl },
  { id: "javascript", label: "JavaScript", language: "javascript", toCode: toJavaScript },
  { id: "python", label: "Python", language: "python", toCode: toPython },
];

/**
 * Written here, because no kept library sends these requests: `@scalar/snippetz` 0.10 (which wants Node 22) sends a form by
 * functions that PHP does not have, a file without its type in Go, and runs the `#{…}` of a JSON text in Ruby; `httpsnippet` 3
 * and its fork by ReadMe send every file empty. The first two round long numbers in PHP, and none reads a secret from the
 * environment.
 */
const writers = { csharp: toCSharp, java: toJava, go: toGo, php: toPhp, ruby: toRuby };

/** The languages that a reader gets when they ask for them. */
export const fetchedLanguages: readonly SampleWriter[] = moreLanguages.map(({ id, label }) => ({
  ...{ id, label, language: id },
  toCode: (call) => writers[id](toPlainCall(call)),
}));

/** One request in some languages. */
export function toCodeSamples(
  request: RequestValue,
  base: SampleBase,
  languages: readonly SampleWriter[] = pageLanguages,
): readonly CodeSample[] {
  const call = toSampleCall(request, base);
  return languages.map(({ id, label, language, toCode }) => ({ id, label, language, code: toCode(call) }));
}
