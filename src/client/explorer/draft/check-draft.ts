import { checkValue, withoutShown } from "#shared/conformance/check-value.ts";
import type { BodyFault } from "#shared/conformance/sample-fault.ts";
import { toParameterValue, toPlainText, toParameterText } from "#shared/contract/notation/parameter-notation.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";
import type { Json } from "#shared/json/json.ts";
import { fileTypeFault, isFormType, isJsonType, typeOfName } from "#shared/media-type.ts";

import { isHeaderValue } from "../call/call.ts";
import {
  type ExplorerOperation,
  fileTypesAt,
  type OperationMediaType,
  type OperationParameter,
  type OperationSchemas,
} from "../explorer-operation.ts";
import { type FileNode, type JsonNode, leavesOf, memberNode, pointerOf, toJson } from "../json/json-node.ts";
import { describeFault, parseNode } from "../json/parse-node.ts";
import { bodyOf, type FieldFault, mediaOf, type RequestDraft, requiredMessage, withoutGuess } from "./request-draft.ts";

export function checkDraft(draft: RequestDraft, data: ExplorerOperation): readonly FieldFault[] {
  const faults = data.parameters.flatMap((parameter) => checkParameter(draft, parameter, data));
  const ofPath = faults.filter(({ location, isBlocking }) => location === "path" && isBlocking);
  return [...ofPath, ...faults.filter((fault) => !ofPath.includes(fault)), ...checkBody(draft, data)];
}

function checkParameter(
  draft: RequestDraft,
  parameter: OperationParameter,
  { schemas }: ExplorerOperation,
): readonly FieldFault[] {
  const { name, in: location, notation } = parameter;
  const isInPath = location === "path";
  const pointer = pointerOf([name]);
  const node = memberNode(draft.parameters[location], name);
  if (node === undefined) {
    const isNeeded = parameter.required || isInPath;
    return isNeeded ? [{ location, pointer, message: requiredMessage(name), hint: null, isBlocking: isInPath }] : [];
  }
  const faults = checkNode(node, parameter.schema, { schemas, title: `\`${name}\`` });
  const own = faults.map((fault) => ({ ...fault, location, pointer: pointer + fault.pointer, isBlocking: false }));
  const blocking = { location, pointer, hint: null, isBlocking: true };
  const value = toJson(node);
  // Some values would send the call to another path, because addresses lose segments that are empty or dots
  // (WHATWG URL, section 4.4): DELETE /loads/../ would be DELETE /.
  if (isInPath && /^\.{0,2}$/.test(toParameterText(name, toParameterValue(value, notation), notation))) {
    const message = `\`${name}\` can't be empty, \`.\` or \`..\`: the call would go to another path`;
    return [{ ...blocking, message }, ...own.filter((fault) => fault.pointer !== pointer)];
  }
  const characters = location === "header" ? Array.from(toPlainText(value)) : [];
  const wide = characters.find((character) => !isHeaderValue(character));
  if (wide === undefined) return own;
  return [...own, { ...blocking, message: `a header can't hold \`${wide}\`: its characters are those of Latin-1` }];
}

function checkBody(draft: RequestDraft, data: ExplorerOperation): readonly FieldFault[] {
  const { requestBody, schemas } = data;
  const { node, text } = bodyOf(draft);
  const media = mediaOf(draft, data);
  const atBody = { location: "body", pointer: "", hint: null, isBlocking: false } as const;
  if (media === null) return [];
  if (node === null) return requestBody?.required === true ? [{ ...atBody, message: "this call needs a body" }] : [];
  const parsed = text === null ? null : parseNode(text);
  if (parsed?.kind === "fault") return [{ ...atBody, message: `the JSON ${describeFault(parsed)}` }];
  // Bodies of the remaining types may be any text or any file, so only forms and JSON are checked.
  const isCheckable = isFormType(media.type) || isJsonType(media.type);
  const shown = media.examples.map(({ value }) => value);
  const faults = isCheckable ? checkNode(node, media.schema, { schemas, title: "the body", shown }) : [];
  return [
    ...faults.map((fault) => ({ ...fault, location: "body" as const, isBlocking: false })),
    ...checkFiles(node, media),
  ];
}

interface CheckedValue {
  readonly schemas: OperationSchemas;
  readonly title: string;
  /** What the contract's examples break, the reader may send, as a sandbox takes it. */
  readonly shown?: readonly Json[];
}

function checkNode(node: JsonNode, schema: Schema, { schemas, title, shown = [] }: CheckedValue): readonly BodyFault[] {
  const unfinished = leavesOf(node).flatMap(([path, leaf]) => checkFinished(leaf, pointerOf(path)));
  const pointers = new Set(unfinished.map(({ pointer }) => pointer));
  const check = { schemaByName: schemas.byName, direction: "request", isPartial: false, title } as const;
  const judge = (value: Json) => checkValue(value, schema, check);
  const faults = withoutShown(judge(toJson(node)), shown, judge).filter(({ pointer }) => !pointers.has(pointer));
  const atMembers = faults.map((fault) => {
    const { missing } = fault;
    return missing === undefined
      ? fault
      : { ...fault, pointer: missing, message: requiredMessage(tokensOf(missing).at(-1) ?? "") };
  });
  return [...unfinished, ...atMembers.map(withoutGuess)];
}

function checkFinished(node: JsonNode, pointer: string): readonly BodyFault[] {
  if (node.kind !== "unfinished") return [];
  const hint = "leave it out, if you don't want to send it";
  if (node.text.trim() === "") return [{ pointer, message: "a value is missing here", hint }];
  return node.fault === undefined
    ? [{ pointer, message: `\`${node.text}\` isn't a number`, hint: "write digits, without commas or leading zeros" }]
    : [{ pointer, message: `this isn't JSON: ${node.fault}`, hint: null }];
}

function checkFiles(node: JsonNode, media: OperationMediaType): readonly FieldFault[] {
  return leavesOf(node).flatMap(([path, leaf]) =>
    leaf.kind === "file" ? checkFile(leaf, pointerOf(path), fileTypesAt(media, path)) : [],
  );
}

function checkFile({ file, content }: FileNode, pointer: string, types: readonly string[]): readonly FieldFault[] {
  const fault = (message: string, hint: string | null = null): FieldFault[] => [
    { location: "body", pointer, message, hint, isBlocking: false },
  ];
  if (file === null) return fault("choose a file");
  if (file.size === 0) return fault("the file is empty");
  const accepted = `accepted: ${types.join(", ")}`;
  const broken = fileTypeFault({ name: file.name, content }, types);
  if (broken === null) return [];
  if (content === null) return fault("the content of this file is of none of the accepted types", accepted);
  if (broken === "content") return fault(`by its content this file is ${content}`, accepted);
  return fault(
    `by its name this file is ${typeOfName(file.name) ?? "of another type"}, by its content ${content}`,
    "rename the file",
  );
}
