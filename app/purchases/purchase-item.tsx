import { formatMoney } from '#domain/money.ts';
import type { Purchase } from '#domain/purchase.ts';

import {
  formatDay,
  describeNextRetry,
  getDocumentName,
  getPurchaseState,
  describeSubscription,
} from './purchase-words.ts';

/** One purchase with its actions. */
export const PurchaseItem = ({ purchase }: { purchase: Purchase }) => {
  const { id, number, productName, currency, total, createdAt, subscription } = purchase;
  const { text, tone } = getPurchaseState(purchase);
  return (
    <li className="pu-item" id={id}>
      <div className="pu-line">
        <h3 dir="auto">{productName}</h3>
        <p className="pu-sum">{formatMoney(total, currency)}</p>
      </div>
      <p className="pu-facts">
        <span>{formatDay(createdAt)}</span>
        <span>No. {number}</span>
        <span className="pu-state" data-tone={tone}>
          {text}
        </span>
        <a href={`/purchases/receipts/${id}`}>
          {getDocumentName(purchase)}
          <span className="pu-aside">
            {' '}
            {number}: {productName}
          </span>
        </a>
      </p>
      {subscription && <SubscriptionSection productName={productName} subscription={subscription} />}
    </li>
  );
};

type SubscriptionSectionProps = {
  productName: string;
  subscription: NonNullable<Purchase['subscription']>;
};

const SubscriptionSection = ({ productName, subscription }: SubscriptionSectionProps) => {
  const { id, state, failed } = subscription;
  const url = `/purchases/subscriptions/${id}`;
  const hiddenName = <span className="pu-aside"> {productName}</span>;
  return (
    <div className="pu-subscription" data-state={state}>
      <p>
        {describeSubscription(subscription)} {state === 'overdue' && describeNextRetry(subscription)}
      </p>
      {state !== 'ended' && (
        <div className="pu-keys">
          {failed?.payUrl && (
            <a className="pu-key" href={failed.payUrl} rel="noreferrer">
              Pay it now{hiddenName}
            </a>
          )}
          {state === 'ending' ? (
            <form method="post" action={url}>
              <button className="pu-key" name="intent" value="resume">
                Resume{hiddenName}
              </button>
            </form>
          ) : (
            <>
              <a className="pu-2nd" href={`${url}/card`}>
                Change card{hiddenName}
              </a>
              <a className="pu-2nd" href={url}>
                Cancel{hiddenName}
              </a>
            </>
          )}
        </div>
      )}
    </div>
  );
};
