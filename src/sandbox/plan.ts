import { findOperation } from "../rules/find-operation.ts";
import type { Contract } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import type { Method } from "../model/request.ts";
import { chooseAction, type Action } from "./action.ts";
import { findCollections, type Collection } from "./collection.ts";
import { readExtension, type Extension } from "./extension.ts";

/** One operation of the contract and how the sandbox answers it. */
export interface Call {
  readonly operation: Operation;
  readonly extension: Extension;
  readonly action: Action;
}

export interface PlannedPath {
  /** As the contract writes it: `/loads/{load_number}/`. */
  readonly template: string;
  readonly callByMethod: ReadonlyMap<Method, Call>;
}

/** What a contract comes to as a sandbox. Made once; says nothing about records. */
export interface Plan {
  readonly contract: Contract;
  readonly calls: readonly Call[];
  /** Fixed paths before those with parameters (OpenAPI 3.1, section 4.8.8). */
  readonly paths: readonly PlannedPath[];
  readonly collections: ReadonlyMap<string, Collection>;
  /** What is wrong with `x-sandbox` entries. */
  readonly problems: readonly string[];
}

/** Recognises collections and their records from the paths and schemas, and takes the rest from `x-sandbox`. */
export function planSandbox(contract: Contract): Plan {
  const collections = findCollections(contract);
  const planned = contract.operations.map((operation) => {
    const { extension, problem } = readExtension(findOperation(contract, operation.id));
    const faults = problem === null ? unknownPaths(extension, collections) : [problem];
    const place = `${operation.method.toUpperCase()} ${operation.path}`;
    return {
      call: { operation, extension, action: chooseAction(operation, { extension, collections, contract }) },
      problems: faults.map((fault) => `x-sandbox of ${place}: ${fault}`),
    };
  });
  const calls = planned.map(({ call }) => call);
  const problems = planned.flatMap((entry) => entry.problems);
  return { contract, calls, paths: groupByPath(calls), collections, problems };
}

function unknownPaths(
  { takes = [], lookup }: Extension,
  collections: ReadonlyMap<string, Collection>,
): readonly string[] {
  const named = [...takes.map(({ from }) => from), ...(lookup === undefined ? [] : [lookup])];
  return named.filter((path) => !collections.has(path)).map((path) => `there is no collection ${path}`);
}

function groupByPath(calls: readonly Call[]): readonly PlannedPath[] {
  const templates = [...new Set(calls.map(({ operation }) => operation.path))];
  const paths = templates.map((template) => {
    const ofPath = calls.filter(({ operation }) => operation.path === template);
    return { template, callByMethod: new Map(ofPath.map((call) => [call.operation.method, call] as const)) };
  });
  return paths.toSorted((a, b) => countParameters(a) - countParameters(b));
}

function countParameters({ template }: PlannedPath): number {
  return template.split("{").length;
}
