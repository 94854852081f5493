import { fillVariables, type Server, type ServerVariable } from "#shared/contract/operation.ts";
import { entriesAt, isObject, type JsonObject, listAt, textAt, textsAt } from "#shared/json/json.ts";

import type { Reading } from "./reading.ts";

/** The servers of a document, a path or an operation. Addresses that a browser could run are left out. */
export function toServers(owner: JsonObject, reading: Reading): readonly Server[] {
  return listAt(owner, "servers").flatMap((node) => {
    const template = isObject(node) ? reading.safeUrl(node, "url") : null;
    if (!isObject(node) || template === null) return [];
    const variables = toVariables(node, reading);
    const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
    const url = fillVariables(template, defaults);
    return [{ url, template, variables, description: reading.text(node, "description") }];
  });
}

function toVariables(server: JsonObject, reading: Reading): readonly ServerVariable[] {
  return entriesAt(server, "variables").flatMap(([name, value]) => {
    const preset = textAt(value, "default");
    if (!isObject(value) || preset === null) return [];
    return [{ name, default: preset, enum: textsAt(value, "enum"), description: reading.text(value, "description") }];
  });
}
