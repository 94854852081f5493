import type { ContractSlice, SliceOperation, SliceParameter } from "#shared/contract/contract-slice.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { isNumber, toDouble } from "#shared/json/json.ts";

import { plainName, successOf } from "./record-shape.ts";

export interface Paging {
  /** What says where a page starts; `none` when the list comes whole. */
  readonly kind: "page" | "offset" | "cursor" | "none";
  /** Names of the parameters; null where the contract has none. */
  readonly position: string | null;
  readonly size: string | null;
  /** The number of the first page: 1, in some contracts 0. */
  readonly first: number;
  readonly defaultSize: number;
  readonly hasLink: boolean;
}

/** Names that parameters of pages commonly have, without case and signs. */
const pageNames = /^(?:page|pagenumber|pageno|pagenum|pageindex|currentpage)$/;
const offsetNames = /^(?:offset|skip|start|startindex|pageoffset|startat)$/;
const cursorNames =
  /^(?:cursor|after|startingafter|startafter|pagetoken|nextpagetoken|nexttoken|pageafter|pagecursor|marker|continuationtoken|continuation|starttoken)$/;
const sizeNames = /^(?:pagesize|perpage|limit|size|pagelimit|count|take|top|maxresults|maxitems|first|itemsperpage)$/;

/** The contract leaves the size of a page open when nobody states it. */
const commonSize = 25;

export function planPaging(operation: SliceOperation, contract: ContractSlice): Paging {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const find = (names: RegExp): SliceParameter | undefined => query.find(({ name }) => names.test(plainName(name)));
  const presetOf = (parameter: SliceParameter | undefined): number | null => {
    const schema = parameter && resolveSchema(parameter.schema, contract.schemaByName);
    return isNumber(schema?.default) ? toDouble(schema.default) : null;
  };
  const [page, offset, cursor, size] = [find(pageNames), find(offsetNames), find(cursorNames), find(sizeNames)];
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

/** True when the answer of success has a header, by its lower-case name. */
export function declaresHeader(operation: SliceOperation, wanted: string): boolean {
  return (successOf(operation)?.headers ?? []).some(({ name }) => name.toLowerCase() === wanted);
}
