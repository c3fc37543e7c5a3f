import { moneyText } from '#domain/money.ts';
import type { Purchase } from '#domain/purchase.ts';

import { dayText, nextTryText, paperName, stateOf, subscriptionText } from './purchase-words.ts';

/** One purchase with its actions. */
export const PurchaseItem = ({ purchase }: { purchase: Purchase }) => {
  const { id, number, productName, currency, total, createdAt, subscription } = purchase;
  const { text, tone } = stateOf(purchase);
  return (
    <li className="pu-item" id={id}>
      <div className="pu-line">
        <h3 dir="auto">{productName}</h3>
        <p className="pu-sum">{moneyText(total, currency)}</p>
      </div>
      <p className="pu-facts">
        <span>{dayText(createdAt)}</span>
        <span>No. {number}</span>
        <span className="pu-state" data-tone={tone}>
          {text}
        </span>
        <a href={`/purchases/receipts/${id}`}>
          {paperName(purchase)}
          <span className="pu-aside">
            {' '}
            {number}: {productName}
          </span>
        </a>
      </p>
      {subscription && <SubscriptionPart productName={productName} subscription={subscription} />}
    </li>
  );
};

type SubscriptionPartProps = {
  productName: string;
  subscription: NonNullable<Purchase['subscription']>;
};

const SubscriptionPart = ({ productName, subscription }: SubscriptionPartProps) => {
  const { id, state, failed } = subscription;
  const address = `/purchases/subscriptions/${id}`;
  const aside = <span className="pu-aside"> {productName}</span>;
  return (
    <div className="pu-subscription" data-state={state}>
      <p>
        {subscriptionText(subscription)} {state === 'overdue' && nextTryText(subscription)}
      </p>
      {state !== 'ended' && (
        <div className="pu-keys">
          {failed?.payUrl && (
            <a className="pu-key" href={failed.payUrl} rel="noreferrer">
              Pay it now{aside}
            </a>
          )}
          {state === 'ending' ? (
            <form method="post" action={address}>
              <button className="pu-key" name="intent" value="resume">
                Resume{aside}
              </button>
            </form>
          ) : (
            <>
              <a className="pu-2nd" href={`${address}/card`}>
                Change card{aside}
              </a>
              <a className="pu-2nd" href={address}>
                Cancel{aside}
              </a>
            </>
          )}
        </div>
      )}
    </div>
  );
};
