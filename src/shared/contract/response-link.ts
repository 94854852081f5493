import { type Json, toText } from "../json/json.ts";
import { locationWords } from "./request.ts";
import type { Server } from "./server.ts";
import type { Markdown } from "./text.ts";

/** A call that may follow a response (OpenAPI 3.1, section 4.8.20). */
export interface ResponseLink {
  readonly name: string;
  /** The anchor of its operation; null if it isn't in this document. */
  readonly operationAnchor: string | null;
  readonly label: string;
  readonly description: Markdown | null;
  readonly takes: readonly LinkValue[];
  /** The server of the call; null if the usual ones apply. */
  readonly server: Server | null;
}

interface LinkValue {
  readonly target:
    { readonly kind: "parameter"; readonly name: string; readonly in: string | null } | { readonly kind: "body" };
  readonly source: LinkSource;
}

/** A runtime expression (OpenAPI 3.1, section 4.8.20.4) or a constant value. */
export type LinkSource =
  | { readonly kind: "constant"; readonly value: Json }
  /** `path` looks like `results[0].id`; it's empty for the whole body. */
  | { readonly kind: "body"; readonly of: CallSide; readonly path: string }
  | {
      readonly kind: "parameter";
      readonly of: CallSide;
      readonly in: "header" | "query" | "path";
      readonly name: string;
    }
  | { readonly kind: "url" | "method" | "statusCode" };

type CallSide = "request" | "response";

/** Words, or a name or value in code. */
export type LinkPart = string | { readonly code: string };

/**
 * The words after the operation's name: `takes `id` from `id` of this response's body and its body from …, at
 * `https://…``.
 */
export function linkWords({ takes, server }: ResponseLink): readonly LinkPart[] {
  const values = takes.flatMap(({ target, source }, index): readonly LinkPart[] => [
    index === 0 ? "takes " : index === takes.length - 1 ? " and " : ", ",
    ...targetWords(target),
    ...sourceWords(source),
  ]);
  if (server === null) return values;
  return [...values, values.length === 0 ? "at " : ", at ", { code: server.template }];
}

function targetWords(target: LinkValue["target"]): readonly LinkPart[] {
  if (target.kind === "body") return ["its body"];
  return [target.in === null ? "" : `the ${locationWords(target.in)} `, { code: target.name }];
}

function sourceWords(source: LinkSource): readonly LinkPart[] {
  switch (source.kind) {
    case "constant":
      return [" as ", { code: toText(source.value) }];
    case "body": {
      const body = source.of === "request" ? "the request's body" : "this response's body";
      return source.path === "" ? [` from ${body}`] : [" from ", { code: source.path }, ` of ${body}`];
    }
    case "parameter": {
      const owner = source.of === "request" ? "the request" : "this response";
      return [` from the ${locationWords(source.in)} `, { code: source.name }, ` of ${owner}`];
    }
    case "url":
      return [" from the request's address"];
    case "method":
      return [" from the request's method"];
    case "statusCode":
      return [" from this response's status"];
  }
}
