import { useEffect, useRef } from 'react';

import { Button } from '#app/components/button.tsx';
import { useSession } from '#app/lib/session/session.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';

import { useConnection, useStripePages } from './use-stripe-connection.ts';

const messages = builderBannerMessages.stripe;

/** Opens Stripe's onboarding in a new tab. Calls `onConnected` when the account has become complete. */
export function ConnectStripeButton({ onConnected }: { onConnected: () => void }) {
  const { user } = useSession();
  const { connection, connect, opening } = useStripePages(useConnection(user?.id ?? ''));
  const state = connection?.state ?? null;
  const wasIncomplete = useRef(false);
  useEffect(() => {
    if (state === 'complete' && wasIncomplete.current) onConnected();
    wasIncomplete.current = state !== null && state !== 'complete';
  }, [state, onConnected]);
  return (
    <Button variant="primary" busyLabel={opening !== null && messages.opening} onClick={connect}>
      {state === 'incomplete' ? messages.continueOnboarding : messages.connect}
    </Button>
  );
}
