import type { PurchaseSeller, PurchaseSubscription } from '#domain/purchase.ts';

import { describeCancellation, describeResumption } from './purchase-text.ts';
import { SellerHeader } from './seller-header.tsx';

type SubscriptionConfirmationProps = {
  seller: PurchaseSeller;
  productName: string;
  subscription: PurchaseSubscription;
  error: string | null;
};

/** Confirmation page for canceling or resuming a subscription. */
export const SubscriptionConfirmation = ({
  seller,
  productName,
  subscription,
  error,
}: SubscriptionConfirmationProps) => {
  const isEnding = subscription.state === 'ending';
  return (
    <section className="pu-sheet">
      <SellerHeader seller={seller} level="p" />
      <h1 dir="auto">
        {isEnding ? 'Resume' : 'Cancel'} {productName}?
      </h1>
      <p>{isEnding ? describeResumption(subscription) : describeCancellation(subscription)}</p>
      {error && (
        <p className="pu-problem" role="alert">
          {error}
        </p>
      )}
      <form className="pu-keys" method="post" action={`/purchases/subscriptions/${subscription.id}`}>
        <button
          className="pu-key"
          data-kind={isEnding ? undefined : 'end'}
          name="intent"
          value={isEnding ? 'resume' : 'cancel'}
        >
          {isEnding ? 'Resume subscription' : 'Cancel subscription'}
        </button>
        <a className="pu-2nd" href="/purchases">
          {isEnding ? 'Back' : 'Keep it'}
        </a>
      </form>
    </section>
  );
};
