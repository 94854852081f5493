import type { ContractSlice, SliceOperation, SliceParameter } from "#shared/contract/contract-slice.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isNumber, toDouble, toText } from "#shared/json/json.ts";

import { declaresHeader, plainName } from "./record-shape.ts";

export interface Paging {
  /** The kind of parameter that selects a page; `none` if the whole list is returned. */
  readonly kind: "page" | "offset" | "cursor" | "none";
  /** Names of the parameters; null if the contract has none. */
  readonly position: string | null;
  readonly size: string | null;
  /** The number of the first page: 1, or 0 in some contracts. */
  readonly first: number;
  readonly defaultSize: number;
  readonly hasLink: boolean;
}

/** Usual names of page parameters, without case and punctuation. */
const pageNames = /^(?:page|pagenumber|pageno|pagenum|pageindex|currentpage)$/;
const offsetNames = /^(?:offset|skip|start|startindex|pageoffset|startat)$/;
const cursorNames =
  /^(?:cursor|after|startingafter|startafter|pagetoken|nextpagetoken|nexttoken|pageafter|pagecursor|marker|continuationtoken|continuation|starttoken)$/;
const sizeNames = /^(?:pagesize|perpage|limit|size|pagelimit|count|take|top|maxresults|maxitems|first|itemsperpage)$/;

/** The size of a page if the contract states none. */
const commonSize = 25;

export function planPaging(operation: SliceOperation, contract: ContractSlice): Paging {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const presetOf = (parameter: SliceParameter | undefined): number | null => {
    const schema = parameter && resolveSchema(parameter.schema, contract.schemaByName);
    return isNumber(schema?.default) ? toDouble(schema.default) : null;
  };
  const numbers = query.filter(({ schema }) => takesNumber(resolveSchema(schema, contract.schemaByName)));
  const [page, offset, size] = [pageNames, offsetNames, sizeNames].map((names) =>
    numbers.find(({ name }) => names.test(plainName(name))),
  );
  const cursor = query.find(({ name }) => cursorNames.test(plainName(name)));
  const position = page ?? offset ?? cursor ?? null;
  const least = page && resolveSchema(page.schema, contract.schemaByName).limits.minimum;
  const preset = presetOf(size);
  return {
    kind: page ? "page" : offset ? "offset" : cursor ? "cursor" : "none",
    position: position?.name ?? null,
    size: size?.name ?? null,
    first: presetOf(page) === 0 || (least !== undefined && toDouble(least) === 0) ? 0 : 1,
    defaultSize: preset !== null && preset > 0 ? preset : commonSize,
    hasLink: declaresHeader(operation, "link"),
  };
}

/** False for the date that a period starts at, and for a size in words. */
function takesNumber({ types, format, enum: values }: Schema): boolean {
  if (types.length === 0 || types.includes("integer") || types.includes("number")) return true;
  return types.includes("string") && format === null && values.every(({ value }) => Number(toText(value)) >= 0);
}
