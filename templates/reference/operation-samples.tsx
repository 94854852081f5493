import type { ReactNode } from "react";

import type { Example, MediaType, Operation } from "#shared/contract/operation.ts";
import { maxPanels } from "#shared/contract/reference.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { moreLanguages } from "#shared/samples/sample-languages.ts";
import { furtherExamples, isHollow, sampledContent } from "#shared/samples/sampled.ts";

import { ContractText, useReference } from "./reference-context.tsx";
import { SampleCode, type SampleText } from "./sample-code.tsx";

/** The dark panels show an operation's request in each language, and its responses. */
export function OperationSamples({ operation }: { readonly operation: Operation }) {
  const { anchor, request, requestBody } = operation;
  const { requestSamples, samples: more } = useReference();
  const sent = request === null ? undefined : sampledContent(requestBody?.content ?? [])?.examples[0];
  const requests = (requestSamples.get(anchor) ?? []).map(({ id: value, isAuthored, ...code }) => {
    // An author's own sample may contain another example than ours, which the description is about.
    const description = isAuthored ? null : (sent?.description ?? null);
    return { ...code, value, remark: null, description, isHollow: false };
  });
  const bodies = furtherBodies(operation);
  const responses = responsePanels(operation);
  if (requests.length + bodies.length + responses.length === 0) return null;
  return (
    <div className="op-samples ink">
      <CodeTabs title="Request" name={`q-${anchor}`} panels={requests} lines={16} sync="language">
        {request !== null && more.size > 0 && <MoreLanguages hrefs={more} />}
      </CodeTabs>
      <CodeTabs title="Body" name={`b-${anchor}`} panels={bodies} lines={12} />
      <CodeTabs title="Response" name={`a-${anchor}`} panels={responses} lines={12} />
    </div>
  );
}

/** Generated requests already show the first example, so it's skipped wherever readers send requests. */
function furtherBodies({ request, requestBody }: Operation): readonly CodePanel[] {
  const content = requestBody?.content ?? [];
  const sampled = sampledContent(content);
  const further =
    request === null
      ? content.flatMap((media) => media.examples.map((example) => ({ example, media })))
      : furtherExamples(content);
  return further.map(({ example, media }, index) => {
    const type = request === null || media === sampled ? "" : `${shortType(media)} `;
    return toPanel(example, type + nameOf(example), index);
  });
}

/**
 * Examples of the same status need more than the status as a label, so the media type or the name follows where it's
 * needed.
 */
function responsePanels({ responses }: Operation): readonly CodePanel[] {
  const labeled = responses.flatMap(({ status, content }) =>
    content.flatMap((media) => {
      const label = content.length > 1 ? `${status} ${shortType(media)}` : status;
      const isOnly = media.examples.length === 1;
      return media.examples.map((example) => ({
        example,
        isOnly,
        label: isOnly ? label : `${label} ${nameOf(example)}`,
      }));
    }),
  );
  return labeled.map(({ example, isOnly, label }, index) => ({
    ...toPanel(example, label, index),
    remark: isOnly ? example.summary : null,
  }));
}

function shortType({ type }: MediaType): string {
  return type.replace(/^.*\//, "");
}

function nameOf({ summary, name }: Example): string {
  return summary ?? name;
}

function toPanel(example: Example, label: string, index: number): CodePanel {
  const { text, value, description } = example;
  return {
    value: String(index),
    label,
    language: typeof value === "string" ? "text" : "json",
    code: text,
    remark: null,
    description,
    isHollow: isHollow(example),
  };
}

/** A panel is a variant of a piece of code. `value` is compared with the choice that the browser remembers. */
interface CodePanel extends SampleText {
  readonly value: string;
  readonly label: string;
  /** What the tab says after its label. */
  readonly remark: string | null;
  readonly description: Markdown | null;
  /** True means that a sentence replaces the code. */
  readonly isHollow: boolean;
}

/** Radio buttons switch between the variants, so that the tabs work without script. */
function CodeTabs({ title, name, panels, lines, sync, children }: CodeTabsProps) {
  if (panels.length === 0) return null;
  const shown = panels.slice(0, maxPanels);
  return (
    <>
      <div className="tabs" data-sync={sync}>
        <span className="tab-title">{title}</span>
        <div className="tab-bar" role="radiogroup" aria-label={title}>
          {shown.map(({ value, label, remark }, index) => (
            <label key={value}>
              <input type="radio" name={name} value={value} defaultChecked={index === 0} />
              <span>{remark === null ? label : `${label} ${remark}`}</span>
            </label>
          ))}
        </div>
        {shown.map((panel) => (
          <div key={panel.value} className="tab-panel" data-label={sync === undefined ? panel.label : undefined}>
            <ContractText text={panel.description} />
            {panel.isHollow ? (
              <p className="limit">The fields aren't published.</p>
            ) : (
              <SampleCode sample={panel} lines={lines} />
            )}
          </div>
        ))}
        {children}
      </div>
      {panels.length > shown.length && (
        <p className="limit">
          The first {shown.length} of {panels.length}.
        </p>
      )}
    </>
  );
}

interface CodeTabsProps {
  readonly title: string;
  /** The name groups the radio buttons, and it's unique on the page. */
  readonly name: string;
  readonly panels: readonly CodePanel[];
  readonly lines: 12 | 16;
  /** Sets of tabs with the same word follow the same choice. */
  readonly sync?: string | undefined;
  readonly children?: ReactNode;
}

/** A language is fetched when a reader chooses it, so these buttons need script. */
function MoreLanguages({ hrefs }: { readonly hrefs: ReadonlyMap<string, string> }) {
  return (
    <p className="more">
      {"More: "}
      {moreLanguages.map(
        ({ id, label }) =>
          hrefs.has(id) && (
            <button key={id} data-action="more-samples" value={id} data-code={hrefs.get(id)}>
              {label}
            </button>
          ),
      )}
    </p>
  );
}
