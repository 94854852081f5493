import type { AuthenticationSetting } from "../config.ts";
import type { CodeSample } from "../contract/operation.ts";
import type { RequestValue, SampleSettings } from "../contract/request.ts";
import { toCurl } from "./curl.ts";
import { toJavaScript } from "./javascript.ts";
import { toPython } from "./python.ts";

/** What samples read from the environment, as the site's settings have it. */
export function toSampleSettings({ header, variable }: AuthenticationSetting): SampleSettings {
  return { baseVariable: "API_BASE", authHeader: header, authVariable: variable };
}

/** One request in every language of the docs, in the order of their tabs. */
export function toCodeSamples(request: RequestValue, settings: SampleSettings): readonly CodeSample[] {
  return [
    { id: "curl", label: "curl", language: "bash", code: toCurl(request, settings) },
    { id: "javascript", label: "JavaScript", language: "javascript", code: toJavaScript(request, settings) },
    { id: "python", label: "Python", language: "python", code: toPython(request, settings) },
  ];
}
