import type { Example, Operation } from "../../src/model/contract.ts";
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
  const examples = requestBody?.content.flatMap(({ examples }) => examples.slice(1)) ?? [];
  return examples.map((example) => toPanel(example, example.summary ?? example.name));
}

function responsePanels({ responses }: Operation): readonly CodePanel[] {
  return responses.flatMap(({ status, content }) => {
    const examples = content.flatMap(({ examples }) => examples);
    return examples.map((example) =>
      toPanel(example, examples.length === 1 ? status : `${status} ${example.summary ?? example.name}`),
    );
  });
}

function toPanel({ text, value }: Example, label: string): CodePanel {
  return { value: label, label, language: typeof value === "string" ? "text" : "json", code: text };
}
