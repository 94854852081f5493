import { isScalar, parseDocument, visit } from "yaml";

import { type Json, toJsonText } from "#shared/json/json.ts";

/** JSON is YAML, in its flow style: what is left is to write it on lines of its own. Numbers keep their digits. */
export function writeYaml(value: Json): string {
  const document = parseDocument(toJsonText(value), { intAsBigInt: true });
  visit(document, (_, node) => {
    if (isScalar(node) && typeof node.value === "string") delete node.type;
    else if (node !== null && typeof node === "object" && "flow" in node) node.flow = false;
  });
  return document.toString().trimEnd();
}
