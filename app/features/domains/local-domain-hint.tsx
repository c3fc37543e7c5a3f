import { FlaskConical } from 'lucide-react';

/** Hint in a local sandbox: names under .localhost count as proven immediately. */
export function LocalDomainHint({ isLocal }: { isLocal: boolean }) {
  if (!isLocal) return null;
  return (
    <span className="dom-local">
      <FlaskConical className="i" aria-hidden="true" />
      <span>
        Sandbox: a name such as <code>my-shop.localhost</code> counts as proven at once on this machine. Try one.
      </span>
    </span>
  );
}
