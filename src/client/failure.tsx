/** What failed to load or crashed, in the place that it would have: what that comes to, why, and a way to try again. */
export function Failure({ title, reason, action, onAction }: FailureProps) {
  return (
    <div className="admonition admonition-danger failure" role="alert">
      <p className="admonition-title">{title}</p>
      <p>{reason}</p>
      <button type="button" className="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

interface FailureProps {
  /** A sentence. */
  readonly title: string;
  readonly reason: string;
  readonly action: string;
  readonly onAction: () => void;
}
