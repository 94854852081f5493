import { flagAt, type Json, type JsonObject, listAt, memberOf, numberAt } from "../json/json.ts";
import { toJsonKey } from "../json/same-json.ts";
import { isValid, nameAt, type CheckContext, type ValueFault } from "./checker.ts";
import { evaluatedIn } from "./evaluated.ts";

/** Checks a list: how many elements, and each of them. */
export function checkList(list: readonly Json[], schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  return [
    ...checkCount(list, schema, place),
    ...checkElements(list, schema, place),
    ...checkContains(list, schema, place),
    ...checkUnevaluated(list, schema, place),
  ];
}

function checkCount(list: readonly Json[], schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const [least, most] = [numberAt(schema, "minItems"), numberAt(schema, "maxItems")];
  const faults: ValueFault[] = [];
  const report = (rule: string): void =>
    void faults.push({ pointer: place.pointer, message: `${nameAt(place)} ${rule}`, hint: null });
  if (least !== null && list.length < least) report(`has ${list.length} items; ${least} is the least`);
  if (most !== null && list.length > most) report(`has ${list.length} items; ${most} is the most`);
  if (flagAt(schema, "uniqueItems") && new Set(list.map(toJsonKey)).size < list.length) {
    report("holds an item twice");
  }
  return faults;
}

function checkElements(
  list: readonly Json[],
  schema: JsonObject,
  { checker, pointer }: CheckContext,
): readonly ValueFault[] {
  const tuple = listAt(schema, "prefixItems");
  const items = memberOf(schema, "items") ?? true;
  return list.flatMap((element, index) => checker.check(element, tuple[index] ?? items, `${pointer}/${index}`));
}

function checkContains(list: readonly Json[], schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const contains = memberOf(schema, "contains");
  if (contains === undefined) return [];
  const { checker, pointer } = place;
  const isWanted = (element: Json, index: number): boolean =>
    isValid(element, contains, { checker, pointer: `${pointer}/${index}` });
  const count = list.filter(isWanted).length;
  const least = numberAt(schema, "minContains") ?? 1;
  const most = numberAt(schema, "maxContains") ?? Infinity;
  if ((count >= least && count <= most) || !checker.spend()) return [];
  return [{ pointer, message: `${nameAt(place)} holds ${count} of the items it must contain`, hint: null }];
}

function checkUnevaluated(list: readonly Json[], schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const unevaluated = memberOf(schema, "unevaluatedItems");
  if (unevaluated === undefined || unevaluated === true) return [];
  const known = evaluatedIn(list, schema, place);
  if (known === "all") return [];
  return list.flatMap((element, index) =>
    known.has(String(index)) ? [] : place.checker.check(element, unevaluated, `${place.pointer}/${index}`),
  );
}
