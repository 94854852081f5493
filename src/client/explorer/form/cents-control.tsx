import { useState } from "react";

import { toCents, toDollars } from "../schema/cents.ts";
import { commonAttributes, type ControlProps, textOf, toNumber } from "./text-controls.tsx";

/**
 * An amount in cents, with the same amount in dollars beside it. Either can be typed, the other follows digit by digit.
 * A fraction of a cent is written as it is, so that the check can refuse it.
 */
export function CentsControl(props: ControlProps) {
  const { node, name, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const cents = textOf(node);
  const write = (dollars: string) => {
    setTyped(dollars);
    onChange(toNumber(toCents(dollars) ?? dollars));
  };
  return (
    <div className="field-row field-cents">
      <input
        {...commonAttributes(props)}
        type="text"
        inputMode="numeric"
        value={cents}
        onChange={({ target }) => onChange(toNumber(target.value))}
      />
      <span aria-hidden="true">cents =</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name} in dollars`}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        value={typed ?? toDollars(cents) ?? ""}
        placeholder="$0.00"
        onChange={({ target }) => write(target.value)}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
