import type { MakingCall } from "#shared/contract/contract-slice.ts";
import { tokensOf } from "#shared/json/json-pointer.ts";

import { bodyOf, editPart, type FieldFault, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import {
  emptyObject,
  type JsonNode,
  memberNode,
  memberText,
  type NodePath,
  partsOfNode,
  textOf,
} from "../json/json-node.ts";
import { FaultText, Remark } from "../wording.tsx";
import { NextCalls } from "./next-calls.tsx";

/** The message of a refusal, its further faults, and the sandbox's suggestions as buttons and links. */
export function RefusedBody({ data, draft: sent, refusal, isSimulated, onSend }: RefusedBodyProps) {
  const values = isSimulated ? suggestValues(refusal, sent) : [];
  const calls = (isSimulated ? suggestCalls(refusal, data.makingCalls) : []).map(
    ({ anchor, title }) => ({ anchor, title, method: "post", parameters: [], body: null }) as const,
  );
  const hint = memberText(refusal, "hint");
  // The message is about the first fault.
  const further = isSimulated ? (faultsOf(refusal)?.slice(1) ?? []) : [];
  return (
    <div>
      <p>
        <b>
          <Remark text={messageOf(refusal)} />
        </b>
      </p>
      {hint !== "" && values.length + calls.length === 0 && (
        <p>
          <Remark text={hint} />
        </p>
      )}
      {further.length > 0 && (
        <ul>
          {further.map((fault, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a response stays as it is
            <li key={index}>
              <FaultText message={memberText(fault, "message")} hint={memberText(fault, "hint") || null} />
            </li>
          ))}
        </ul>
      )}
      {values.length + calls.length > 0 && (
        <div className="row suggestions">
          {values.map(({ value, draft }) => (
            <button key={value} type="button" className="chip" onClick={() => onSend(draft)}>
              Use {value}
            </button>
          ))}
          <NextCalls calls={calls} record={emptyObject} draft={sent} />
        </div>
      )}
    </div>
  );
}

interface RefusedBodyProps {
  readonly data: ExplorerOperation;
  readonly draft: RequestDraft;
  readonly refusal: JsonNode;
  readonly isSimulated: boolean;
  readonly onSend: (draft: RequestDraft) => void;
}

interface Suggestion {
  readonly value: string;
  readonly draft: RequestDraft;
}

/** The hints of the sandbox name values that it takes; each becomes the request with that value. */
export function suggestValues(refusal: JsonNode, draft: RequestDraft): readonly Suggestion[] {
  const found =
    faultsOf(refusal)?.flatMap((fault) => suggestFor(hintOf(fault), fieldOfFault(fault), draft)) ??
    suggestFor(hintOf(refusal), fieldInPath(refusal, draft), draft);
  return found.slice(0, maxSuggestions);
}

/** More suggestions would only make readers search among them. */
const maxSuggestions = 3;

function faultsOf(refusal: JsonNode): readonly JsonNode[] | null {
  const faults = memberNode(refusal, "faults");
  return faults?.kind === "list" ? faults.items : null;
}

/** A hint may name a call that makes what is missing: `POST /loads/ makes one`. */
export function suggestCalls(refusal: JsonNode, calls: readonly MakingCall[]): readonly MakingCall[] {
  const hints = [refusal, ...(faultsOf(refusal) ?? [])].map(hintOf);
  return calls.filter(({ path }) => hints.some((hint) => hint.includes(`POST ${path} makes one`)));
}

/** What a refusal says in a sentence, under one of the names that errors commonly have for it; empty for none. */
export function messageOf(refusal: JsonNode): string {
  for (const name of messageNames) {
    const member = memberNode(refusal, name);
    const [first] = member?.kind === "list" ? member.items : [member];
    const text = first?.kind === "text" ? first.value : first?.kind === "object" ? messageOf(first) : "";
    if (text !== "") return text;
  }
  return "";
}

const messageNames = ["message", "detail", "error_description", "description", "error", "errors", "reason", "title"];

/** Where a contract describes its errors, the hint is the end of the message. */
function hintOf(refusal: JsonNode): string {
  return memberText(refusal, "hint") || messageOf(refusal);
}

interface DraftField {
  readonly location: FieldFault["location"];
  readonly path: NodePath;
}

function suggestFor(hint: string, field: DraftField | null, draft: RequestDraft): readonly Suggestion[] {
  if (field === null) return [];
  const { location, path } = field;
  const whole = location === "body" ? bodyOf(draft).node : draft.parameters[location];
  const refused = path.reduce<JsonNode | undefined>(
    (node, step) => node && Array.from(partsOfNode(node)).find(([name]) => name === step)?.[1],
    whole ?? undefined,
  );
  if (refused?.kind !== "text" && refused?.kind !== "number") return [];
  return valuesIn(hint).map((value) => {
    const node: JsonNode = refused.kind === "number" ? { kind: "number", text: value } : { kind: "text", value };
    return { value, draft: editPart(draft, location, { path, value: node }) };
  });
}

function valuesIn(hint: string): readonly string[] {
  const [, meant] = /(?:^|\. )did you mean ([^`]+)\?/i.exec(hint) ?? [];
  const [, known] = /(?:^|\. )(?:it has|one of) ([^;`]+?)(?:[;.]|$)/i.exec(hint) ?? [];
  const [, proposed] = /(?:^|\. )send [^,;]*`, ([^`]+?)\.?$/i.exec(hint) ?? [];
  return meant === undefined && proposed === undefined
    ? (known ?? "").split(", ").filter((value) => !/^(?:…|none yet)?$/.test(value))
    : [meant ?? proposed ?? ""];
}

function fieldOfFault(fault: JsonNode): DraftField | null {
  const [location, name, pointer] = ["in", "name", "pointer"].map((member) => memberText(fault, member));
  if (location === "query" || location === "header") return name === "" ? null : { location, path: [name ?? ""] };
  if (location !== "body" || pointer === "" || pointer === undefined) return null;
  return { location, path: tokensOf(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token)) };
}

function fieldInPath(refusal: JsonNode, { parameters }: RequestDraft): DraftField | null {
  const message = messageOf(refusal);
  const named = parameters.path.members.find(({ node }) => message.includes(JSON.stringify(textOf(node))));
  return named === undefined ? null : { location: "path", path: [named.name] };
}
