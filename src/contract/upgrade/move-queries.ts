import type { Origins } from "#read/yaml/origins.ts";
import { isObject, type Json, type JsonObject, listAt, mapMembers, textAt, toObject } from "#shared/json/json.ts";

/**
 * Makes parameters of the query that some authors write in a path: `/trees?kind=pear&age={age}` is `/trees`. A path that
 * is there by itself keeps its own operations, and the other one its name.
 */
export function moveQueries(paths: JsonObject, origins: Origins): JsonObject {
  const used = new Set(Object.keys(paths));
  const entries = Object.entries(paths).map(([name, item]): readonly [string, Json] => {
    const path = name.replace(/\?.*$/, "");
    if (path === name || !isObject(item) || used.has(path)) return [name, item];
    used.add(path);
    return [path, withQuery(item, new URLSearchParams(name.slice(path.length)), origins)];
  });
  return toObject(entries);
}

function withQuery(item: JsonObject, query: URLSearchParams, origins: Origins): JsonObject {
  const nameByPlaceholder = new Map(
    Array.from(query, ([name, value]) => [/^\{(.+)\}$/.exec(value)?.[1] ?? "", name] as const),
  );
  const move = (parameter: Json): Json => {
    const name = nameByPlaceholder.get(textAt(parameter, "name") ?? "");
    if (!isObject(parameter) || name === undefined || textAt(parameter, "in") !== "path") return parameter;
    return origins.inherit({ ...parameter, in: "query", name }, parameter);
  };
  const withMoved = (owner: JsonObject): JsonObject =>
    origins.inherit({ ...owner, parameters: listAt(owner, "parameters").map(move) }, owner);
  const moved = withMoved(mapMembers(item, (member) => (isObject(member) ? withMoved(member) : member)));
  const stated = listAt(moved, "parameters");
  const isStated = (name: string): boolean =>
    stated.some((parameter) => textAt(parameter, "in") === "query" && textAt(parameter, "name") === name);
  const added = [...query].flatMap(([name, value]): readonly JsonObject[] => {
    const isFixed = value !== "" && !/^\{.*\}$/.test(value);
    const schema: JsonObject = isFixed ? { type: "string", enum: [value] } : { type: "string" };
    return isStated(name) ? [] : [{ name, in: "query", required: value !== "", schema }];
  });
  return origins.inherit({ ...moved, parameters: [...added, ...stated] }, item);
}
