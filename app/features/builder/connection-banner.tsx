import { CircleCheck, Landmark } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import type { Connection } from '#domain/rpc-contract.ts';

import type { StripeConnection } from './use-stripe-connection.ts';

const INCOMPLETE_REASON = 'Stripe still needs something from you before you can be paid.';

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

const getAccountLabel = ({ accountId, businessName }: NonNullable<Connection['former']>): string =>
  businessName ? `${businessName} (${accountId})` : accountId;

function BannerText({ state, reason, former, canConnectExisting }: Connection) {
  if (state === 'incomplete')
    return (
      <>
        <b>Stripe is not finished yet.</b> {reason ?? INCOMPLETE_REASON}
      </>
    );
  if (former)
    return (
      <>
        <b>Your Stripe account is disconnected.</b>{' '}
        {canConnectExisting
          ? `Reconnect ${getAccountLabel(former)} to take payments again, or create a new account.`
          : `You continue with ${getAccountLabel(former)} if Stripe still gives us access to it. Otherwise a new Stripe account is created.`}
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
  const isIncomplete = state === 'incomplete';
  const createLabel = canConnectExisting ? 'Create a new account' : 'Connect Stripe';
  const createButton = (
    <Button key="new" size="sm" onClick={createAccount} busyLabel={opening === 'new' && 'Opening…'}>
      {isIncomplete ? 'Continue Onboarding' : createLabel}
    </Button>
  );
  // Details that were submitted to Stripe belong to this account: the seller finishes it instead of replacing it.
  if (!canConnectExisting || reason !== null) return createButton;
  const existingButton = (
    <Button key="existing" size="sm" onClick={connectExisting} busyLabel={opening === 'existing' && 'Opening…'}>
      {former ? 'Reconnect your former account' : 'Connect an existing account'}
    </Button>
  );
  return former ? [existingButton, createButton] : [createButton, existingButton];
}
