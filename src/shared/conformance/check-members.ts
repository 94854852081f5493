import { allowsNothing } from "../contract/keywords/json-schema.ts";
import { escapeToken } from "../json/json-pointer.ts";
import {
  entriesAt,
  flagAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from "../json/json.ts";
import { toJsonKey } from "../json/same-json.ts";
import {
  type CheckContext,
  type Checker,
  checkSize,
  faultAt,
  isValid,
  suggestName,
  type ValueFault,
} from "./checker.ts";

/** Checks an object's members: which ones it has, and the values of those that the schema describes. */
export function checkObject(object: JsonObject, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const count = Object.keys(object).length;
  const [least, most] = [numberAt(schema, "minProperties"), numberAt(schema, "maxProperties")];
  const isOfWrongSize = (least !== null && count < least) || (most !== null && count > most);
  return [
    ...checkRequired(object, schema, context),
    ...checkMembers(object, schema, context),
    ...checkAdditional(object, schema, context),
    ...checkNames(object, schema, context),
    ...(isOfWrongSize ? [faultAt(context, `has ${count} members`)] : []),
    ...checkDependencies(object, schema, context),
  ];
}

function checkRequired(object: JsonObject, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = context;
  if (checker.isPartial) return [];
  const missing = textsAt(schema, "required").filter((name) => !Object.hasOwn(object, name));
  const demanded = missing.filter((name) => !isHidden(memberOf(objectAt(schema, "properties") ?? {}, name), checker));
  return demanded.map((name) => {
    return { pointer, message: `\`${name}\` is missing`, hint: null, missing: `${pointer}/${escapeToken(name)}` };
  });
}

function isHidden(schema: Json | undefined, checker: Checker): boolean {
  if (checker.direction === null) return false;
  const flag = checker.direction === "request" ? "readOnly" : "writeOnly";
  const parts = new Set([schema]);
  // Iterating a set visits values that are added meanwhile.
  for (const part of parts) {
    if (!isObject(part)) continue;
    if (flagAt(part, flag)) return true;
    const reference = textAt(part, "$ref");
    if (reference !== null) parts.add(checker.target(reference));
    for (const inner of listAt(part, "allOf")) parts.add(inner);
  }
  return false;
}

function checkMembers(object: JsonObject, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = context;
  return entriesAt(schema, "properties").flatMap(([name, property]) => {
    const value = memberOf(object, name);
    const at = `${pointer}/${escapeToken(name)}`;
    if (value === undefined) return [];
    if (!isHidden(property, checker)) return checker.check(value, property, at);
    const message =
      checker.direction === "request"
        ? `\`${name}\` is read-only and can't be sent`
        : `\`${name}\` is write-only and never returned`;
    return [{ pointer: at, message, hint: "leave it out" }];
  });
}

function checkAdditional(object: JsonObject, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const additional = memberOf(schema, "additionalProperties");
  if (additional !== undefined) {
    // Patterns aren't evaluated here, so `patternProperties` may describe any name.
    if (additional === true || Object.hasOwn(schema, "patternProperties")) return [];
    return checkExtra(object, additional, {
      context,
      known: new Set(Object.keys(objectAt(schema, "properties") ?? {})),
    });
  }
  const unevaluated = memberOf(schema, "unevaluatedProperties");
  if (unevaluated === undefined || unevaluated === true) return [];
  const known = evaluatedIn(object, schema, context);
  return known === "all" ? [] : checkExtra(object, unevaluated, { context, known });
}

interface ExtraMembers {
  readonly context: CheckContext;
  readonly known: ReadonlySet<string>;
}

function checkExtra(object: JsonObject, schema: Json, { context, known }: ExtraMembers): readonly ValueFault[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (known.has(name)) return [];
    const pointer = `${context.pointer}/${escapeToken(name)}`;
    if (!allowsNothing(schema)) return context.checker.check(value, schema, pointer);
    const meant = suggestName(name, known, { object, pointer: context.pointer });
    return [{ pointer, message: `no field \`${name}\` is allowed here`, ...meant }];
  });
}

function checkNames(object: JsonObject, schema: JsonObject, { checker, pointer }: CheckContext): readonly ValueFault[] {
  const rule = memberOf(schema, "propertyNames");
  if (rule === undefined || rule === true) return [];
  return Object.keys(object).flatMap((name) => {
    const faults = checker.sibling(`the name \`${name}\``).check(name, rule, "");
    return faults.map((fault) => ({ ...fault, pointer: `${pointer}/${escapeToken(name)}` }));
  });
}

function checkDependencies(object: JsonObject, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = context;
  const dependent = objectAt(schema, "dependentRequired") ?? {};
  const names = Object.keys(checker.isPartial ? {} : dependent).filter((name) => Object.hasOwn(object, name));
  const missing = names.flatMap((name) =>
    textsAt(dependent, name)
      .filter((sibling) => !Object.hasOwn(object, sibling))
      .map((sibling) => ({ pointer, message: `\`${sibling}\` is missing; \`${name}\` needs it`, hint: null })),
  );
  const schemas = entriesAt(schema, "dependentSchemas").flatMap(([name, inner]) =>
    Object.hasOwn(object, name) ? checker.check(object, inner, pointer) : [],
  );
  return [...missing, ...schemas];
}

/** Checks a list's length and its elements. */
export function checkList(list: readonly Json[], schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = context;
  const [least, most] = [numberAt(schema, "minItems"), numberAt(schema, "maxItems")];
  const isRepeating = flagAt(schema, "uniqueItems") && new Set(list.map(toJsonKey)).size < list.length;
  const tuple = listAt(schema, "prefixItems");
  const items = memberOf(schema, "items") ?? true;
  return [
    ...checkSize(context, list.length, { least, most, noun: "item" }),
    ...(isRepeating ? [faultAt(context, "holds an item twice")] : []),
    ...list.flatMap((element, index) => checker.check(element, tuple[index] ?? items, `${pointer}/${index}`)),
    ...checkContains(list, schema, context),
    ...checkUnevaluatedItems(list, schema, context),
  ];
}

function checkContains(list: readonly Json[], schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const contains = memberOf(schema, "contains");
  if (contains === undefined) return [];
  const { checker, pointer } = context;
  const isWanted = (element: Json, index: number): boolean =>
    isValid(element, contains, { checker, pointer: `${pointer}/${index}` });
  const count = list.filter(isWanted).length;
  const least = numberAt(schema, "minContains") ?? 1;
  const most = numberAt(schema, "maxContains") ?? Infinity;
  if ((count >= least && count <= most) || !checker.spend()) return [];
  return [faultAt(context, `holds ${count} of the items it must contain`)];
}

function checkUnevaluatedItems(
  list: readonly Json[],
  schema: JsonObject,
  context: CheckContext,
): readonly ValueFault[] {
  const unevaluated = memberOf(schema, "unevaluatedItems");
  if (unevaluated === undefined || unevaluated === true) return [];
  const known = evaluatedIn(list, schema, context);
  if (known === "all") return [];
  return list.flatMap((element, index) =>
    known.has(String(index)) ? [] : context.checker.check(element, unevaluated, `${context.pointer}/${index}`),
  );
}

/** Names of members, or indexes of elements, that some keyword covers; `all` if every one is covered. */
type Evaluated = ReadonlySet<string> | "all";

/**
 * Finds what `unevaluatedProperties` or `unevaluatedItems` ignores: everything that the schema's other keywords cover,
 * and the schemas that apply with it and accept the value (JSON Schema 2020-12, sections 11.2 and 11.3).
 */
function evaluatedIn(value: JsonObject | readonly Json[], schema: JsonObject, context: CheckContext): Evaluated {
  const names = new Set<string>();
  const parts = new Set<Json>([schema]);
  // Iterating a set visits values that are added meanwhile, and each part of a ring once.
  for (const part of parts) {
    if (!isObject(part)) continue;
    const own = isList(value) ? indexesIn(value, part, context) : namesIn(value, part);
    const isCatchAll =
      part !== schema && Object.hasOwn(part, isList(value) ? "unevaluatedItems" : "unevaluatedProperties");
    if (own === "all" || isCatchAll) return "all";
    for (const name of own) names.add(name);
    for (const inner of applyingParts(part, value, context)) parts.add(inner);
  }
  return names;
}

function namesIn(object: JsonObject, schema: JsonObject): Evaluated {
  // Patterns aren't evaluated here, so `patternProperties` may describe any name.
  if (Object.hasOwn(schema, "additionalProperties") || Object.hasOwn(schema, "patternProperties")) return "all";
  return new Set(entriesAt(schema, "properties").flatMap(([name]) => (Object.hasOwn(object, name) ? [name] : [])));
}

function indexesIn(list: readonly Json[], schema: JsonObject, { checker, pointer }: CheckContext): Evaluated {
  if (Object.hasOwn(schema, "items")) return "all";
  const contains = memberOf(schema, "contains") ?? false;
  const tuple = listAt(schema, "prefixItems").length;
  const isCovered = (element: Json, index: number): boolean =>
    index < tuple || isValid(element, contains, { checker, pointer: `${pointer}/${index}` });
  return new Set(list.flatMap((element, index) => (isCovered(element, index) ? [String(index)] : [])));
}

function applyingParts(schema: JsonObject, value: Json, context: CheckContext): readonly Json[] {
  const reference = textAt(schema, "$ref");
  const condition = memberOf(schema, "if");
  const isMet = condition !== undefined && isValid(value, condition, context);
  const branch = condition === undefined ? undefined : memberOf(schema, isMet ? "then" : "else");
  return [
    ...(reference === null ? [] : [context.checker.target(reference) ?? true]),
    ...listAt(schema, "allOf"),
    ...acceptingChoices(value, listAt(schema, "anyOf"), context),
    ...acceptingChoices(value, listAt(schema, "oneOf"), context),
    ...(isMet && condition !== undefined ? [condition] : []),
    ...(branch === undefined ? [] : [branch]),
    ...entriesAt(schema, "dependentSchemas").flatMap(([name, inner]) =>
      memberOf(value, name) === undefined ? [] : [inner],
    ),
  ];
}

/** If no alternative accepts the value, that fault is reported elsewhere, and all alternatives count here. */
function acceptingChoices(value: Json, choices: readonly Json[], context: CheckContext): readonly Json[] {
  const takers = choices.filter((choice) => isValid(value, choice, context));
  return takers.length > 0 ? takers : choices;
}
