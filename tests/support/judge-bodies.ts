import { readFileSync } from "node:fs";

import { dereference, type OutputUnit, type Schema as Standard, validate } from "@cfworker/json-schema";

import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import type { MediaType } from "#shared/contract/operation.ts";
import { type Json, toJsonText, toObject } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";

import { readRealContract } from "./real-documents.ts";
import { StandardView } from "./standard-view.ts";

interface MadeBody {
  /** `POST /loads request` */
  readonly place: string;
  readonly direction: Direction;
  /** True for a change that takes a part of what its schema requires. */
  readonly isPartial: boolean;
  readonly schema: Json;
  readonly value: Json;
}

/** A body that we made of its schema, as another implementation of JSON Schema judges it. */
export interface JudgedBody extends Pick<MadeBody, "place" | "isPartial"> {
  /** One sentence, or null for a body that its schema accepts. */
  readonly fault: string | null;
}

/** Null for a file that is no contract. */
export async function judgeDocument(path: string): Promise<readonly JudgedBody[] | null> {
  const contract = await readRealContract(path, readFileSync(path, "utf8"));
  return contract && judgeBodies(contract);
}

/** The JSON bodies of a contract that nobody wrote, each beside its own schema. */
function judgeBodies(contract: Contract): readonly JudgedBody[] {
  const bodies = contract.operations.flatMap(({ id, method, path, requestBody, responses }) => {
    const place = `${method.toUpperCase()} ${path}`;
    const isPartial = id.endsWith("_partial_update");
    const sent = { place: `${place} request`, direction: "request", isPartial } as const;
    return [
      ...(requestBody?.content ?? []).flatMap((media) => madeIn(media, sent)),
      ...responses.flatMap(({ status, content }) => {
        const returned = { place: `${place} ${status}`, direction: "response", isPartial: false } as const;
        return content.flatMap((media) => madeIn(media, returned));
      }),
    ];
  });
  const sent = bodies.filter(({ direction, isPartial }) => direction === "request" && !isPartial);
  const partial = bodies.filter(({ isPartial }) => isPartial);
  const returned = bodies.filter(({ direction }) => direction === "response");
  return [sent, partial, returned].flatMap((some) => judge(some, contract));
}

function madeIn({ type, schema, examples }: MediaType, use: Omit<MadeBody, "schema" | "value">): readonly MadeBody[] {
  const [example] = examples;
  if (!isJsonType(type) || schema === null || example === undefined || example.authored) return [];
  return [{ ...use, schema: schema.source, value: example.value }];
}

function judge(bodies: readonly MadeBody[], { schemas }: Contract): readonly JudgedBody[] {
  const [first] = bodies;
  if (first === undefined) return [];
  const named = toObject(schemas.map(({ name, schema }) => [name, schema.source]));
  const view = new StandardView(named, first);
  const standard = toStandard({
    $defs: toObject(Object.entries(named).map(([name, schema]) => [name, view.of(schema)])),
    prefixItems: bodies.map(({ schema }) => view.of(schema)),
  });
  const lookup = dereference(standard);
  return bodies.map(({ place, isPartial, value }, index) => ({
    place,
    isPartial,
    fault: faultOf(() => validate(toPlain(value), standard.prefixItems?.[index] ?? true, "2020-12", lookup).errors),
  }));
}

function toPlain(value: Json): unknown {
  return JSON.parse(toJsonText(value));
}

function toStandard(schema: Json): Standard {
  return JSON.parse(toJsonText(schema));
}

/** A schema that is a ring of references alone says nothing, and overflows the judge. */
function faultOf(errorsOf: () => readonly OutputUnit[]): string | null {
  try {
    const error = errorsOf().at(-1);
    return error === undefined ? null : `${error.instanceLocation} ${error.error}`;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
