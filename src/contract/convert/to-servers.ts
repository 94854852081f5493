import { fillVariables, type Server, type ServerVariable } from "#shared/contract/server.ts";

import type { DocumentNode } from "./reading.ts";

/** Converts the servers of a document, path or operation. Addresses that a browser could run are left out. */
export function toServers(owner: DocumentNode): readonly Server[] {
  return owner.nodes("servers").flatMap((node) => toServer(node) ?? []);
}

/** Null where there is no address, and for one that a browser could run. */
export function toServer(node: DocumentNode): Server | null {
  const template = node.safeUrl("url");
  if (template === null) return null;
  const variables = toVariables(node);
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  const url = fillVariables(template, defaults);
  return { url, template, variables, name: node.text("name"), description: node.markdown("description") };
}

function toVariables(server: DocumentNode): readonly ServerVariable[] {
  return server.entries("variables").flatMap(([name, node]) => {
    const preset = node.text("default");
    if (preset === null) return [];
    return [{ name, default: preset, enum: node.texts("enum"), description: node.markdown("description") }];
  });
}
