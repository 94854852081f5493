import { useEffect, useRef } from "react";
import type { ExplorerData } from "../../../model/explorer.ts";
import type { FieldFault } from "../draft/field-fault.ts";
import { prefixOf } from "../form/call-part.tsx";
import { Remark } from "../remark.tsx";

/** Why a call was not sent, with the way to each fault, and the way past them. */
export function FaultSummary({ data, faults, onSend }: FaultSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isBlocking = faults.some((fault) => fault.isBlocking);
  return (
    <section className="fault-summary" ref={box} tabIndex={-1} aria-label="Not sent">
      <p>
        <b>Not sent.</b> {faults.length === 1 ? "One thing does" : `${faults.length} things do`} not fit the contract:
      </p>
      <ul>
        {faults.slice(0, mostShown).map((fault) => (
          <li key={`${fault.place}${fault.pointer}${fault.message}`}>
            <button type="button" className="link-button" onClick={() => goTo(data, fault)}>
              <Remark text={fault.message} />
            </button>
          </li>
        ))}
      </ul>
      {faults.length > mostShown && <p>And {faults.length - mostShown} more.</p>}
      {isBlocking ? (
        <p>Without a whole path there is no address to call.</p>
      ) : (
        <button type="button" className="button" onClick={onSend}>
          Send anyway
        </button>
      )}
    </section>
  );
}

interface FaultSummaryProps {
  readonly data: ExplorerData;
  readonly faults: readonly FieldFault[];
  /** Sends the call as it is. */
  readonly onSend: () => void;
}

const mostShown = 8;

/** To the control of the value; of a missing one, to the button that adds it; else to what is around it. */
function goTo(data: ExplorerData, { place, pointer, message }: FieldFault): void {
  const name = /^`(.*)` is missing$/.exec(message)?.[1];
  const prefix = prefixOf(data, place);
  const ids = [
    ...(name === undefined ? [] : [`${pointer}/${name}~add`, `${pointer}~add`]),
    pointer,
    ...outerPointers(pointer),
  ];
  const element = ids.map((id) => document.getElementById(prefix + id)).find((candidate) => candidate !== null);
  element?.focus();
  element?.scrollIntoView({ block: "center" });
}

function outerPointers(pointer: string): readonly string[] {
  const outer = pointer.replace(/\/[^/]*$/, "");
  return outer === pointer ? [] : [outer, ...outerPointers(outer)];
}
