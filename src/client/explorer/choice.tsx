import type { ReactNode } from "react";

interface ChoiceProps<T extends string> {
  readonly label: ReactNode;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string, count?: number])[];
  readonly onChange: (value: T) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps<string>) {
  return (
    <label className="row note labeled">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Switch<T extends string>({ label, name, value, options, onChange }: SwitchProps<T>) {
  return (
    <div className="tab-bar" role="radiogroup" aria-label={label}>
      {options.map(([id, text, count]) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          <span>
            {text} {count !== undefined && <small>{count}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}

interface SwitchProps<T extends string> extends ChoiceProps<T> {
  readonly label: string;
  /** The name groups the radio buttons and is unique on the page. */
  readonly name: string;
}
