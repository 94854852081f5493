import { yamlText } from "#settings/settings-text.ts";
import { compareResponse } from "#shared/conformance/check-response.ts";
import type { Contract, Tag } from "#shared/contract/contract.ts";
import { findJsonContent, type Operation } from "#shared/contract/operation.ts";
import { firstSentence } from "#shared/contract/text.ts";

import { effortOf, escapeMarkdown, type FirstCall, isNameable, toHttpText } from "./first-call.ts";

/** The front page shows what a contract is about: its first read, which runs in place, and a card for each tag. */
export function toFrontPage(contract: Contract, calls: readonly FirstCall[]): string {
  const { title } = contract;
  const cards = contract.tagGroups.flatMap(({ tags }) => tags.flatMap(toCard)).slice(0, mostCards);
  return `---
title: Introduction
description: ${yamlText(`What ${title} does, and where to start.`)}
layout: home
---

${hero(contract, calls)}
${cards.length === 0 ? "" : `\n## What it has\n\n:::cards\n${cards.join("\n")}\n:::\n`}
:::tip[This page is yours]
It is \`content/index.md\`. Change it while \`docs-build serve --watch\` runs, and the page in your browser follows.
:::
`;
}

const mostCards = 6;

function hero({ title, description, schemaByName }: Contract, calls: readonly FirstCall[]): string {
  const about = description === null ? "" : firstSentence(description.text);
  const shown = calls
    .filter(({ operation }) => effortOf(operation) === 0)
    .flatMap((call) => {
      const response = shortResponse(call.operation, schemaByName);
      return response === null ? [] : [{ call, response }];
    })[0];
  return [
    `::::hero[${escapeMarkdown(title)}]`,
    ...(about === "" ? [] : [`${escapeMarkdown(about)}\n`]),
    "- [Your first call](./first-call.md)\n- [The API reference](/api/)",
    ...(shown === undefined ? [] : [`\n${toBlocks(shown.call, shown.response)}`]),
    "::::",
  ].join("\n");
}

interface ShortResponse {
  readonly status: string;
  readonly text: string;
}

function toBlocks({ operation: { id }, request }: FirstCall, { status, text }: ShortResponse): string {
  return `\`\`\`http op=${id}\n${toHttpText(request)}\n\`\`\`\n\n\`\`\`json op=${id} response=${status}\n${text}\n\`\`\``;
}

function shortResponse(operation: Operation, schemaByName: Contract["schemaByName"]): ShortResponse | null {
  const response = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  const example = response === undefined ? undefined : findJsonContent(response.content)?.examples[0];
  if (response === undefined || example === undefined) return null;
  const { status } = response;
  const { text, value } = example;
  const compared = { status: Number(status), body: { kind: "json", value } } as const;
  const isRight = compareResponse({ responses: operation.responses, schemaByName }, compared).kind === "match";
  return isRight && text.split("\n").length <= mostLines && !text.includes("…") ? { status, text } : null;
}

const mostLines = 24;

/** The card leads to the first operation of the tag, which is where its part of the reference begins. */
function toCard({ displayName, description, operations: [first] }: Tag): readonly string[] {
  if (first === undefined || !isNameable(first)) return [];
  const about = description === null ? "" : ` ${escapeMarkdown(firstSentence(description.text))}`;
  return [`- [${escapeMarkdown(displayName)}](op:${first.id})${about}`];
}
