import { CircleCheck, Landmark } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';

import type { StripeConnection } from './use-connection.ts';

const UNFINISHED = 'Stripe still needs something from you before you can be paid.';

/** The way to the seller's own account at the provider, on every tab until it is open; then one slim line. */
export function ConnectionBanner({ connection, connect, openDashboard, opening }: StripeConnection) {
  if (!connection) return null;
  if (connection.state === 'complete')
    return (
      <aside aria-label="Stripe" className="b-strip b-slim small">
        <CircleCheck className="i" aria-hidden="true" />
        <span>Stripe account connected</span>
        <button type="button" className="lab-key" onClick={openDashboard} aria-busy={opening === 'dashboard'}>
          Open Stripe dashboard
        </button>
      </aside>
    );
  const started = connection.state === 'incomplete';
  return (
    <aside aria-label="Stripe" className="banner blue b-strip">
      <Landmark className="i" aria-hidden="true" />
      <div>
        {started ? (
          <>
            <b>Stripe is not finished yet.</b> {connection.reason ?? UNFINISHED}
          </>
        ) : (
          <>
            <b>Connect Stripe to take payments.</b> The money goes straight to your own account.
          </>
        )}
      </div>
      <Key size="sm" onClick={connect} busy={opening === 'connect' && 'Opening…'}>
        {started ? 'Continue Onboarding' : 'Connect Stripe'}
      </Key>
    </aside>
  );
}
