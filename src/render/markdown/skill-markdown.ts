import { codeSpan, escapeText, joined } from "#content/markdown/markdown-forms.ts";
import { type Contract, tagsOf } from "#shared/contract/contract.ts";
import { isIdempotencyKey, type MediaType, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema, type SchemaByName } from "#shared/contract/schema.ts";
import { plural } from "#shared/english.ts";

import { type CallFacts, callMarkdown, callName } from "./markdown-words.ts";

/** An API as `skill.md` describes it. */
export interface DescribedApi extends Pick<CallFacts, "servers"> {
  readonly name: string;
  readonly contract: Contract;
  readonly overview: string;
  readonly addressOf: (operation: Operation) => string;
}

/**
 * With more operations, only their tags are listed; with more tags than this, neither is, because the page should stay
 * short.
 */
const most = 40;

/** Writes what integrators should know before they call the APIs, as far as the contracts say it. */
export function skillMarkdown(apis: readonly DescribedApi[]): string {
  return joined(
    apis.map((api) =>
      joined([
        `## ${escapeText(api.name)}`,
        `All of it is in its [overview](${api.overview}). Each operation has a page with its fields, samples and responses: read it before you write the call.`,
        callSection(api),
        operationSection(api),
        errorSection(api.contract),
        retrySection(api),
      ]),
    ),
  );
}

function callSection({ contract, servers }: DescribedApi): string {
  const security = contract.securitySchemes.map(({ name }) => [{ scheme: name, scopes: [] }]);
  const tokens = contract.securitySchemes.flatMap(({ name, flows }) =>
    flows.flatMap(({ tokenUrl }) =>
      tokenUrl === null ? [] : [`- ${codeSpan(name)}: a token from ${codeSpan(tokenUrl)}`],
    ),
  );
  return joined([
    "### Where to call, and as whom",
    ...callMarkdown({ servers: [], security }, { contract, servers }),
    [...new Set(tokens)].join("\n"),
  ]);
}

function operationSection({ contract, overview, addressOf }: DescribedApi): string {
  const tags = tagsOf(contract).filter(({ operations }) => operations.length > 0);
  const isShort = contract.operations.length <= most;
  const lines = tags.slice(0, most).map(({ displayName, operations }) => {
    const links = operations.map((operation) => `[${callName(operation)}](${addressOf(operation)})`);
    return `- ${escapeText(displayName)}: ${isShort ? links.join(", ") : plural(operations.length, "operation")}`;
  });
  const more = tags.length > most ? [`- ${tags.length - most} more, in the [overview](${overview})`] : [];
  return lines.length === 0 ? "" : joined(["### Operations", [...lines, ...more].join("\n")]);
}

function errorSection({ operations, schemaByName }: Contract): string {
  const failures = operations.flatMap(({ responses }) => responses).filter(({ status }) => !/^[1-3]/.test(status));
  const lines = [...new Set(failures.map(({ status }) => status))].sort().map((status) => {
    const responses = failures.filter((response) => response.status === status);
    const bodies = new Set(responses.flatMap(({ content }) => bodyText(content, schemaByName)));
    const shown = [...bodies].slice(0, 2).join(" or ");
    const more = bodies.size > 2 ? ` or another of ${bodies.size} bodies` : "";
    const count = `${codeSpan(status)}: ${responses.length} of ${operations.length} operations`;
    return `- ${count}${shown === "" ? "" : `, with ${shown}${more}`}`;
  });
  const none =
    "The contract declares no status of a failure. Decide by its class, and don't branch on the words of a body.";
  return joined(["### Errors", lines.length === 0 ? none : lines.join("\n")]);
}

function bodyText([media]: readonly MediaType[], schemas: SchemaByName): readonly string[] {
  if (media === undefined || media.schema === null) return [];
  const resolved = resolveSchema(media.schema, schemas);
  const fields = resolved.members.map((member) => codeSpan(member.name)).join(", ");
  const name = media.schema.ref ?? resolved.title;
  const what = name === null ? codeSpan(media.type) : `${codeSpan(name)} as ${codeSpan(media.type)}`;
  return [fields === "" ? what : `${what} (${fields})`];
}

function retrySection({ contract: { operations }, addressOf }: DescribedApi): string {
  const creating = operations.filter(({ method }) => method === "post");
  if (creating.length === 0) return "";
  const keyed = operations.flatMap((operation) => {
    const key = operation.parameters.find(isIdempotencyKey);
    return key === undefined ? [] : [{ operation, name: key.name }];
  });
  const [first] = keyed;
  const advice =
    first === undefined
      ? "The contract names no idempotency key: a POST that is sent twice can make two records. Look for the record before you create it, and again before you repeat a POST that had no clear response."
      : `Send ${codeSpan(first.name)} with a new value for each new request, and the same value when you send the same request again: by it a server can tell the two apart. ${keyed.length} of ${operations.length} operations take it, such as [${callName(first.operation)}](${addressOf(first.operation)}). Before you send any other POST again, look for its record.`;
  return joined(["### Send each POST once", advice]);
}
