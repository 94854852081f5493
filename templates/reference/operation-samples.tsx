import type { Example, MediaType, Operation } from "../../src/model/operation.ts";
import { CodeTabs, type CodePanel } from "./code-tabs.tsx";

/** The dark panel beside an operation: a request in each language, and what comes back. */
export function OperationSamples({ operation }: { readonly operation: Operation }) {
  const { anchor, samples } = operation;
  const requests = samples.map(({ id, label, language, code }) => ({ value: id, label, language, code }));
  const bodies = otherBodies(operation);
  const responses = responsePanels(operation);
  if (requests.length + bodies.length + responses.length === 0) return null;
  return (
    <div className="op-samples ink">
      <CodeTabs title="Request" name={`q-${anchor}`} panels={requests} sync="language" />
      <CodeTabs title="Body" name={`b-${anchor}`} panels={bodies} />
      <CodeTabs title="Response" name={`a-${anchor}`} panels={responses} />
    </div>
  );
}

/** The first example is the one that the requests send. */
function otherBodies({ requestBody }: Operation): readonly CodePanel[] {
  const examples = requestBody?.content.flatMap((media) => media.examples.slice(1)) ?? [];
  return examples.map((example, index) => toPanel(example, nameOf(example), index));
}

function responsePanels({ responses }: Operation): readonly CodePanel[] {
  const named = responses.flatMap(({ status, content }) =>
    content.flatMap((media) => namedExamples(status, media, content)),
  );
  return named.map(({ example, label }, index) => toPanel(example, label, index));
}

interface NamedExample {
  readonly example: Example;
  readonly label: string;
}

/** The status, and as much more as tells the examples of one status apart. */
function namedExamples(status: string, media: MediaType, content: readonly MediaType[]): readonly NamedExample[] {
  const type = content.length > 1 ? ` ${media.type.replace(/^.*\//, "")}` : "";
  return media.examples.map((example) => ({
    example,
    label: `${status}${type}${media.examples.length > 1 ? ` ${nameOf(example)}` : ""}`,
  }));
}

function nameOf({ summary, name }: Example): string {
  return summary ?? name;
}

function toPanel({ text, value }: Example, label: string, index: number): CodePanel {
  return { value: String(index), label, language: typeof value === "string" ? "text" : "json", code: text };
}
