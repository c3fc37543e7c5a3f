import { CircleCheck, Landmark } from 'lucide-react';

import type { Connection } from '#domain/calls.ts';

import { Key } from '#app/ui/key.tsx';

import type { StripeConnection } from './use-connection.ts';

const UNFINISHED = 'Stripe still needs something from you before you can be paid.';

/** Banner for the seller's Stripe account: a prompt on every tab until the account is complete, then one slim line. */
export function ConnectionBanner(stripe: StripeConnection) {
  const { connection, openDashboard, opening } = stripe;
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
  return (
    <aside aria-label="Stripe" className="banner blue b-strip">
      <Landmark className="i" aria-hidden="true" />
      <div>
        <BannerText {...connection} />
      </div>
      <ConnectButtons {...stripe} connection={connection} />
    </aside>
  );
}

const nameOf = ({ accountId, businessName }: NonNullable<Connection['former']>): string =>
  businessName ? `${businessName} (${accountId})` : accountId;

function BannerText({ state, reason, former, canConnectExisting }: Connection) {
  if (state === 'incomplete')
    return (
      <>
        <b>Stripe is not finished yet.</b> {reason ?? UNFINISHED}
      </>
    );
  if (former)
    return (
      <>
        <b>Your Stripe account is disconnected.</b>{' '}
        {canConnectExisting
          ? `Reconnect ${nameOf(former)} to take payments again, or create a new account.`
          : `You continue with ${nameOf(former)} if Stripe still gives us access to it. Otherwise a new Stripe account is created.`}
      </>
    );
  return (
    <>
      <b>Connect Stripe to take payments.</b> The money goes straight to your own account.
      {!canConnectExisting && ' Connecting creates a new Stripe account for this site.'}
    </>
  );
}

function ConnectButtons({
  connection: { state, reason, former, canConnectExisting },
  createAccount,
  connectExisting,
  opening,
}: StripeConnection & { connection: Connection }) {
  const started = state === 'incomplete';
  const createLabel = canConnectExisting ? 'Create a new account' : 'Connect Stripe';
  const create = (
    <Key key="new" size="sm" onClick={createAccount} busy={opening === 'new' && 'Opening…'}>
      {started ? 'Continue Onboarding' : createLabel}
    </Key>
  );
  // Details that were submitted to Stripe belong to this account: the seller finishes it instead of replacing it.
  if (!canConnectExisting || reason !== null) return create;
  const existing = (
    <Key key="existing" size="sm" onClick={connectExisting} busy={opening === 'existing' && 'Opening…'}>
      {former ? 'Reconnect your former account' : 'Connect an existing account'}
    </Key>
  );
  return former ? [existing, create] : [create, existing];
}
