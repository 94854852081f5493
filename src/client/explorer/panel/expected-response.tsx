import { findJsonContent } from "#shared/contract/operation.ts";

import type { ExplorerOperation, OperationResponse } from "../explorer-operation.ts";
import { fromJson, printJson } from "../json/json-node.ts";
import { Remark } from "../wording.tsx";

/** The expected response: what the contract says, and its shape by the contract's example. */
export function ExpectedResponse({ responses }: Pick<ExplorerOperation, "responses">) {
  const expected = responses.find(({ status }) => status.startsWith("2"));
  return (
    <div className="expected ink">
      <p>
        <b>The response will stand here</b>
        {expected && (
          <span>
            Documented: {expected.status}. {expected.description && <Remark text={expected.description.text} />}
          </span>
        )}
      </p>
      {expected && <Shape lines={linesOf(expected)} />}
    </div>
  );
}

function Shape({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre aria-hidden="true">
      {lines.map((line, index) => {
        const [, start = "", value = ""] = /^(\s*(?:"[^"]*": )?)(.*)$/.exec(line) ?? [];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
          <div key={index}>
            {start}
            {/^[{[\]}]/.test(value) ? value : <i style={{ width: `${Math.min(value.length, 20)}ch` }} />}
          </div>
        );
      })}
    </pre>
  );
}

const maxLines = 16;

function linesOf({ content }: OperationResponse): readonly string[] {
  const media = findJsonContent(content);
  const [example] = media?.examples ?? [];
  const members = media?.schema.members.map(({ name }) => `"${name}": "unknown"`) ?? [];
  return (example === undefined ? members : printJson(fromJson(example.value)).split("\n")).slice(0, maxLines);
}
