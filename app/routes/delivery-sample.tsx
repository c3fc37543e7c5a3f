import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import '#app/checkout-page/delivered.css';
import '#app/features/purchases/purchases.css';
import { DeliverySample } from '#app/features/purchases/delivery-sample.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { RpcQueryProvider } from '#app/lib/rpc/rpc-query-provider.tsx';
import { useSession, useSignedOutPath } from '#app/lib/session/session.ts';
import { screenMessages } from '#content/messages/screens.ts';

import type { Route } from './+types/delivery-sample.ts';

export const meta = screenMeta(screenMessages.deliverySample);

/** A screen, because sellers are signed in with a token that no document request carries. */
export default function DeliverySampleRoute({ params }: Route.ComponentProps) {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const signedOutPath = useSignedOutPath('/auth');
  useEffect(() => {
    if (status === 'signed-out') void navigate(signedOutPath, { replace: true });
    if (status === 'second-step') void navigate('/auth/second-step', { replace: true });
  }, [status, navigate, signedOutPath]);
  if (status !== 'signed-in' || !user) return null;
  return (
    <RpcQueryProvider key={user.id}>
      <DeliverySample pageId={params.pageId} />
    </RpcQueryProvider>
  );
}
