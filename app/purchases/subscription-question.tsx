import type { PurchaseSeller, PurchaseSubscription } from '#domain/purchase.ts';

import { cancelText, resumeText } from './purchase-words.ts';
import { SellerHead } from './seller-head.tsx';

type QuestionProps = {
  seller: PurchaseSeller;
  productName: string;
  subscription: PurchaseSubscription;
  problem: string | null;
};

/** Confirmation page for canceling or resuming a subscription. */
export const SubscriptionQuestion = ({ seller, productName, subscription, problem }: QuestionProps) => {
  const isEnding = subscription.state === 'ending';
  return (
    <section className="pu-sheet">
      <SellerHead seller={seller} level="p" />
      <h1 dir="auto">
        {isEnding ? 'Resume' : 'Cancel'} {productName}?
      </h1>
      <p>{isEnding ? resumeText(subscription) : cancelText(subscription)}</p>
      {problem && (
        <p className="pu-problem" role="alert">
          {problem}
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
