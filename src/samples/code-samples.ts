import type { Contract } from "#shared/contract/contract.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import type { RequestValue, SampleBase } from "#shared/contract/request.ts";
import { toSampleBase } from "#shared/contract/server.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toJavaScript } from "#shared/samples/javascript.ts";
import { moreLanguages } from "#shared/samples/more-languages.ts";
import { toPython } from "#shared/samples/python.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";

import { toCSharp } from "./csharp.ts";
import { toGo } from "./go.ts";
import { toJava } from "./java.ts";
import { toPhp } from "./php.ts";
import { toPlainCall } from "./plain-call.ts";
import { toRuby } from "./ruby.ts";

/** One request in every language of the docs, in the order of their tabs. */
export function toCodeSamples(request: RequestValue, base: SampleBase): readonly CodeSample[] {
  const call = toSampleCall(request, base);
  return [
    { id: "curl", label: "curl", language: "bash", code: toCurl(call) },
    { id: "javascript", label: "JavaScript", language: "javascript", code: toJavaScript(call) },
    { id: "python", label: "Python", language: "python", code: toPython(call) },
  ];
}

/**
 * Written here, because no kept library sends these requests: `@scalar/snippetz` 0.10 (which wants Node 22) sends a form by
 * functions that PHP does not have, a file without its type in Go, and runs the `#{…}` of a JSON text in Ruby; `httpsnippet` 3
 * and its fork by ReadMe send every file empty. The first two round long numbers in PHP, and none reads a secret from the
 * environment.
 */
const writers = { csharp: toCSharp, java: toJava, go: toGo, php: toPhp, ruby: toRuby };

/** The samples of an operation in those of them that a site offers; none of what its author shows a sample of. */
export function toMoreSamples(
  { request, servers, samples }: Pick<Operation, "request" | "servers" | "samples">,
  contract: Pick<Contract, "servers">,
  offered: readonly string[],
): readonly CodeSample[] {
  const languages = moreLanguages.filter(
    ({ id, label }) => offered.includes(id) && samples.every((sample) => sample.label !== label),
  );
  if (request === null || languages.length === 0) return [];
  const call = toPlainCall(toSampleCall(request, toSampleBase({ servers }, contract)));
  return languages.map(({ id, label }) => ({ id, label, language: id, code: writers[id](call) }));
}
