import { frontMatterSchema } from "#read/parse-front-matter.ts";
import { settingsSchema } from "#read/settings-schema.ts";

import { describeKeys } from "./describe-keys.ts";
import { directivesText } from "./directives-text.ts";
import { hostingText } from "./hosting-text.ts";
import { pullText } from "./pull-text.ts";
import { sandboxText } from "./sandbox-text.ts";
import { frontMatterExample, settingsExample } from "./settings-text.ts";

/** Something that `docs-build explain` tells at length. */
interface Topic {
  /** For the list. */
  readonly summary: string;
  readonly toText: () => string;
}

export const topics: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ["settings", { summary: "every key of content/site.yaml", toText: explainSettings }],
  ["front-matter", { summary: "every key at the head of a page", toText: explainFrontMatter }],
  [
    "directives",
    { summary: "what pages write beyond Markdown, and what the contract checks", toText: () => directivesText },
  ],
  ["hosting", { summary: "hosts, headers, redirects, pictures, verifying", toText: () => hostingText }],
  ["sandbox", { summary: "what the simulated API does, and what it leaves open", toText: () => sandboxText }],
  ["pull", { summary: "fetching and comparing the provider's document", toText: () => pullText }],
]);

function explainSettings(): string {
  return [
    "The keys of content/site.yaml. Every one is optional; an unknown one is an error with a suggestion.",
    "",
    ...describeKeys(settingsSchema),
    "",
    "For example:",
    "",
    settingsExample,
  ].join("\n");
}

function explainFrontMatter(): string {
  return [
    "YAML between two lines of --- at the head of a page. Every key is optional, an unknown one an error.",
    "",
    ...describeKeys(frontMatterSchema),
    "",
    "For example:",
    "",
    frontMatterExample,
  ].join("\n");
}
