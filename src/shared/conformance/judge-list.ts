import { flagAt, type Json, type JsonObject, listAt, memberOf, numberAt } from "../json/json.ts";
import { toJsonKey } from "../json/same-json.ts";
import type { BodyFault } from "./contract-guide.ts";
import { type JudgePlace, nameAt } from "./judge.ts";

/** Judges a list: how many elements, and each of them. */
export function judgeList(list: readonly Json[], schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const { judge, pointer } = place;
  const tuple = listAt(schema, "prefixItems");
  const items = memberOf(schema, "items") ?? true;
  const elements = list.flatMap((element, index) =>
    judge.judgePart(element, tuple[index] ?? items, `${pointer}/${index}`),
  );
  return [...judgeCount(list, schema, place), ...elements, ...judgeContains(list, schema, place)];
}

function judgeCount(list: readonly Json[], schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const [least, most] = [numberAt(schema, "minItems"), numberAt(schema, "maxItems")];
  const name = nameAt(place);
  const faults: BodyFault[] = [];
  const report = (message: string): void => void faults.push({ pointer: place.pointer, message, hint: null });
  if (least !== null && list.length < least) report(`${name} has ${list.length} items; ${least} is the least`);
  if (most !== null && list.length > most) report(`${name} has ${list.length} items; ${most} is the most`);
  if (flagAt(schema, "uniqueItems") && new Set(list.map(toJsonKey)).size < list.length) {
    report(`${name} holds an item twice`);
  }
  return faults;
}

function judgeContains(list: readonly Json[], schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const contains = memberOf(schema, "contains");
  if (contains === undefined) return [];
  const { judge, pointer } = place;
  const count = list.filter((element) => judge.judgePart(element, contains, pointer).length === 0).length;
  const least = numberAt(schema, "minContains") ?? 1;
  const most = numberAt(schema, "maxContains") ?? Infinity;
  if (count >= least && count <= most) return [];
  return [{ pointer, message: `${nameAt(place)} holds ${count} of the items it must contain`, hint: null }];
}
