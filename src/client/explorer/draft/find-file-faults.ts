import type { ExplorerMediaType } from "../../../model/explorer.ts";
import { escapeToken } from "../../../rules/json-pointer.ts";
import type { FileNode, JsonNode } from "../json/json-node.ts";
import type { FieldFault } from "./field-fault.ts";
import { isTellable, typeOfName } from "../../../rules/file-type.ts";

/** Holds the files of a body to the types that it accepts: by their first bytes and by their names. */
export function findFileFaults(node: JsonNode, { partTypes, type }: ExplorerMediaType): readonly FieldFault[] {
  if (node.kind === "file") return judgeFile(node, { pointer: "", types: type.includes("*") ? [] : [type] });
  if (node.kind !== "object") return [];
  return node.members.flatMap(({ name, node: part }) => {
    const pointer = `/${escapeToken(name)}`;
    const types = partTypes[name] ?? [];
    if (part.kind === "file") return judgeFile(part, { pointer, types });
    if (part.kind !== "list") return [];
    return part.items.flatMap((item, index) =>
      item.kind === "file" ? judgeFile(item, { pointer: `${pointer}/${index}`, types }) : [],
    );
  });
}

interface FilePlace {
  readonly pointer: string;
  readonly types: readonly string[];
}

function judgeFile({ file, content }: FileNode, { pointer, types }: FilePlace): readonly FieldFault[] {
  const fault = (message: string, hint: string | null = null): FieldFault[] => [
    { place: "body", pointer, message, hint, isBlocking: false },
  ];
  if (file === null) return fault("choose a file");
  if (file.size === 0) return fault("the file is empty");
  const accepted = `accepted: ${types.join(", ")}`;
  const named = typeOfName(file.name);
  if (types.length === 0 || !types.every(isTellable)) return [];
  if (content === null) return fault("the content of this file is of none of the accepted types", accepted);
  if (!types.includes(content)) return fault(`by its content this file is ${content}`, accepted);
  if (named === content) return [];
  return fault(`by its name this file is ${named ?? "of another type"}, by its content ${content}`, "rename the file");
}
