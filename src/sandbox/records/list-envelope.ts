import type { ContractSlice } from "#shared/contract/contract-slice.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { isObject, type Json, type JsonObject, memberOf, withMembers } from "#shared/json/json.ts";

import { fieldsOf, plainName } from "../plan/contract-fields.ts";
import type { Plan, PlannedCall } from "../plan/plan-sandbox.ts";
import { putInto } from "../plan/record-shape.ts";
import type { Page } from "./list-page.ts";

interface ListContext {
  readonly call: PlannedCall;
  readonly plan: Plan;
}

/** The body of a list: its records, and around them what commonly tells of pages; anything else as the example has it. */
export function fillRest(records: readonly JsonObject[], page: Page, { call, plan }: ListContext): Json {
  const { whole, path, schema } = call.returned;
  if (path.length === 0) return records;
  const start: JsonObject = isObject(whole) ? whole : {};
  const told = schema === null ? start : tell(start, schema, { page, contract: plan.contract, path, depth: 0 });
  return putInto(told, path, records);
}

interface Telling {
  readonly page: Page;
  readonly contract: ContractSlice;
  /** To the list. */
  readonly path: readonly string[];
  readonly depth: number;
}

/** An object of the envelope with what the page says of its members. */
function tell(object: JsonObject, schema: Schema, telling: Telling): JsonObject {
  const { page, contract, path, depth } = telling;
  const fields = fieldsOf(schema, contract);
  const { members: stated } = resolveSchema(schema, contract.schemaByName);
  const required = new Set(stated.filter((member) => member.required).map(({ name }) => name));
  const hasTotal = [...fields.keys()].some((name) => plainName(name).startsWith("total"));
  const members = [...fields].flatMap(([name, field]): readonly (readonly [string, Json | undefined])[] => {
    const known = memberOf(object, name);
    if (path.length === 1 && name === path[0]) return [];
    const isInner = depth < 2 && fieldsOf(field, contract).size > 0 && !field.types.includes("array");
    if (isInner) {
      const inner = { ...telling, path: name === path[0] ? path.slice(1) : [], depth: depth + 1 };
      return isObject(known) ? [[name, tell(known, field, inner)]] : [];
    }
    const told = toldOf(plainName(name), field, { page, hasTotal });
    if (told === undefined) return [];
    // What has no value is null where the contract knows that, and else left out, unless it must be there.
    if (told !== null || field.nullable) return [[name, told]];
    return [[name, required.has(name) ? (field.types.includes("string") ? "" : known) : undefined]];
  });
  const gone = new Set(members.flatMap(([name, value]) => (value === undefined ? [name] : [])));
  const kept = Object.fromEntries(Object.entries(object).filter(([name]) => !gone.has(name)));
  return withMembers(kept, Object.fromEntries(members));
}

interface Told {
  readonly page: Page;
  /** True when another member has the number of all records. */
  readonly hasTotal: boolean;
}

/** What a member of a common name says of a page; null when there is nothing to say, undefined for a name that is none. */
function toldOf(name: string, { types }: Schema, { page, hasTotal }: Told): Json | undefined {
  const isNumber = types.includes("integer") || types.includes("number");
  const isText = types.includes("string");
  const number = isNumber ? numbers(page, hasTotal)[name] : undefined;
  if (number !== undefined) return number;
  if (isNumber && /^next(?:page|offset)?$/.test(name)) return page.nextNumber;
  if (types.includes("boolean") && /^(?:has)?(?:more|next|nextpage|moreitems|moreresults)$/.test(name))
    return page.next !== null;
  if (types.includes("boolean") && /^has(?:prev|previous|prevpage|previouspage)$/.test(name))
    return page.previous !== null;
  if (!isText) return undefined;
  if (/cursor|token|^(?:after|endcursor)$/.test(name) && !/prev|before|start/.test(name)) return page.nextCursor;
  if (/prev|before|startcursor/.test(name)) return /cursor|token/.test(name) ? null : page.previous;
  const link = /^(next|first|last|self)(?:page)?(?:url|uri|link|href)?$/.exec(name)?.[1];
  const links: Readonly<Record<string, string | null>> = {
    next: page.next,
    first: page.first,
    last: page.last,
    self: page.self,
  };
  return link === undefined ? undefined : links[link];
}

function numbers(
  { records, total, size, offset, number, pages }: Page,
  hasTotal: boolean,
): Readonly<Record<string, number>> {
  const alone = hasTotal ? records.length : total;
  const totals = {
    total,
    totalcount: total,
    totalitems: total,
    totalresults: total,
    totalelements: total,
    totalrecords: total,
  };
  return {
    ...totals,
    ...{ count: alone, itemcount: alone, resultcount: alone, filtercount: alone, totalhits: total },
    ...{ page: number, currentpage: number, pagenumber: number, pageindex: number, currentpagenumber: number },
    ...{ size, limit: size, perpage: size, pagesize: size, itemsperpage: size },
    ...{ pages, totalpages: pages, pagecount: pages, numpages: pages, lastpage: pages },
    ...{ offset, skip: offset, start: offset, startindex: offset },
  };
}
