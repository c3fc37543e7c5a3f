import { purchaseSubscriptionMessages } from '#content/messages/purchases.ts';
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
  const messages = isEnding ? purchaseSubscriptionMessages.resume : purchaseSubscriptionMessages.cancel;
  return (
    <section className="buyer-portal__card">
      <SellerHeader seller={seller} level="p" />
      <h1 dir="auto">{messages.title({ productName })}</h1>
      <p>{isEnding ? describeResumption(subscription) : describeCancellation(subscription)}</p>
      {error && (
        <p className="buyer-portal__error" role="alert">
          {error}
        </p>
      )}
      <form className="buyer-portal__actions" method="post" action={`/purchases/subscriptions/${subscription.id}`}>
        <button
          className="buyer-portal__button"
          data-kind={isEnding ? undefined : 'end'}
          name="intent"
          value={isEnding ? 'resume' : 'cancel'}
        >
          {messages.submit}
        </button>
        <a className="buyer-portal__button--secondary" href="/purchases">
          {messages.back}
        </a>
      </form>
    </section>
  );
};
