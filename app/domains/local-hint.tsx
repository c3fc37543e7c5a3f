import { FlaskConical } from 'lucide-react';

/** In a sandbox on somebody's own machine names under .localhost are proven at once. */
export function LocalHint({ ownMachine }: { ownMachine: boolean }) {
  if (!ownMachine) return null;
  return (
    <span className="dom-local">
      <FlaskConical className="i" aria-hidden="true" />
      <span>
        Sandbox: a name such as <code>my-shop.localhost</code> counts as proven at once on this machine. Try
        one.
      </span>
    </span>
  );
}
