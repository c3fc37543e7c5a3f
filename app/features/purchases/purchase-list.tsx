import { DeliveredList } from '#app/checkout-page/delivered-list.tsx';
import { DeliveredStyles } from '#app/checkout-page/page-assets.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { getProductLabel } from '#content/messages/bundles.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { pendingPaymentMessages } from '#content/messages/pending-payments.ts';
import { purchaseMessages, purchasePlanMessages } from '#content/messages/purchases.ts';
import { formatMoney } from '#domain/money.ts';
import { getPendingPaymentLink } from '#domain/pending-payment.ts';
import type { Purchases, Purchase } from '#domain/purchase.ts';

import { BundleOffers } from './bundle-offers.tsx';
import { ProductNames } from './product-names.tsx';
import {
  describePaymentPlan,
  describePaymentProgress,
  describeSubscription,
  formatDay,
  getDocumentName,
  getPurchaseState,
} from './purchase-text.ts';
import { getSellerName, SellerContact, SellerHeader } from './seller-header.tsx';

const { list: messages, data } = purchaseMessages;

/** The product with its quantity. */
const getPurchaseName = ({ productName: name, quantity }: Purchase): string => getItemName({ name, quantity });

/** One purchase with its actions. */
const PurchaseItem = ({ purchase }: { purchase: Purchase }) => {
  const { id, number, currency, total, createdAt, subscription, delivered, products } = purchase;
  const name = getPurchaseName(purchase);
  const { text, tone } = getPurchaseState(purchase);
  return (
    <li className="purchase-item" id={id}>
      <div className="purchase-item__title">
        <h3 dir="auto">{name}</h3>
        <p className="purchase-item__amount">{formatMoney(total, currency)}</p>
      </div>
      {products.length > 0 && <ProductNames names={products.map(getProductLabel)} />}
      <p className="purchase-item__details">
        <span>{formatDay(createdAt)}</span>
        <span>{messages.number({ number })}</span>
        <span className="purchase-state" data-tone={tone}>
          {text}
        </span>
        <a href={`/purchases/receipts/${id}`}>
          {getDocumentName(purchase)}
          <span className="pu-aside">
            {' '}
            {number}: {name}
          </span>
        </a>
      </p>
      <PaymentProgress purchase={purchase} />
      {delivered.length > 0 && (
        <section className="purchase-delivered">
          <DeliveredStyles />
          <h4>{deliveredMessages.have}</h4>
          <DeliveredList items={delivered} buttonClass="buyer-portal__button--secondary" foldsKeys />
        </section>
      )}
      {subscription && <SubscriptionSection name={name} subscription={subscription} plan={purchase.paymentPlan} />}
    </li>
  );
};

/** A payment that is on its way, with its voucher, or that did not arrive. */
const PaymentProgress = ({ purchase }: { purchase: Purchase }) => {
  const { pending, pagePath } = purchase;
  const link = pending
    ? getPendingPaymentLink(pending)
    : pagePath && { label: pendingPaymentMessages.payAgain, url: pagePath };
  const text = describePaymentProgress(purchase);
  if (!text) return null;
  return (
    <div className="purchase-subscription">
      <p>{text}</p>
      {link && (
        <div className="buyer-portal__actions">
          <a className="buyer-portal__button" href={link.url} rel="noreferrer">
            {link.label}
            <span className="pu-aside"> {getPurchaseName(purchase)}</span>
          </a>
        </div>
      )}
    </div>
  );
};

type SubscriptionSectionProps = {
  name: string;
  subscription: NonNullable<Purchase['subscription']>;
  plan: Purchase['paymentPlan'];
};

const SubscriptionSection = ({ name, subscription, plan }: SubscriptionSectionProps) => {
  const { id, state, failed, trial } = subscription;
  const text = plan ? describePaymentPlan(plan, subscription) : describeSubscription(subscription);
  const isOver = state === 'ended' || plan?.state === 'complete';
  const url = `/purchases/subscriptions/${id}`;
  const hiddenName = <span className="pu-aside"> {name}</span>;
  return (
    <div className="purchase-subscription" data-state={state}>
      <p>{text}</p>
      {plan && !isOver && <p>{purchasePlanMessages.contact}</p>}
      {!isOver && (
        <div className="buyer-portal__actions">
          {failed?.payUrl && (
            <a className="buyer-portal__button" href={failed.payUrl} rel="noreferrer">
              {messages.pay}
              {hiddenName}
            </a>
          )}
          {state === 'ending' ? (
            <form method="post" action={url}>
              <button className="buyer-portal__button" name="intent" value="resume">
                {messages.resume}
                {hiddenName}
              </button>
            </form>
          ) : (
            <>
              <a className="buyer-portal__button--secondary" href={`${url}/card`}>
                {trial === 'without_card' ? messages.addCard : messages.changeCard}
                {hiddenName}
              </a>
              {!plan && (
                <a className="buyer-portal__button--secondary" href={url}>
                  {messages.cancel}
                  {hiddenName}
                </a>
              )}
            </>
          )}
        </div>
      )}
    </div>
  );
};

/** A buyer's purchases, grouped by seller. */
export const PurchaseList = ({ sellers, page, pages }: Purchases) => (
  <>
    <h1>{purchaseMessages.title}</h1>
    {sellers.length === 0 ? (
      <p className="buyer-portal__card">{messages.empty}</p>
    ) : (
      sellers.map(({ seller, purchases, bundleOffers }) => (
        <section className="buyer-portal__card" key={seller.id}>
          <SellerHeader seller={seller} />
          <ul className="purchase-list">
            {purchases.map((purchase) => (
              <PurchaseItem key={purchase.id} purchase={purchase} />
            ))}
          </ul>
          <BundleOffers offers={bundleOffers} />
        </section>
      ))
    )}
    {pages > 1 && <PurchasePagination page={page} pages={pages} />}
    <YourData sellers={sellers} />
  </>
);

const PurchasePagination = ({ page, pages }: { page: number; pages: number }) => (
  <nav className="purchase-pagination" aria-label={messages.pagination}>
    {page > 1 && <a href={`/purchases?page=${page - 1}`}>{messages.newer}</a>}
    <span>{messages.page({ page, pages })}</span>
    {page < pages && <a href={`/purchases?page=${page + 1}`}>{messages.older}</a>}
  </nav>
);

const YourData = ({ sellers }: Pick<Purchases, 'sellers'>) => (
  <section className="purchase-data">
    <h2>{data.title}</h2>
    <p>
      <RichText
        text={data.text}
        tags={{
          link: (text) => (
            <a href="/purchases/data" download>
              {text}
            </a>
          ),
        }}
      />
    </p>
    {sellers.length > 0 && (
      <>
        <p>{data.deletion}</p>
        <ul>
          {sellers.map(({ seller }) => (
            <li key={seller.id}>
              <bdi>{getSellerName(seller)}</bdi>: <SellerContact seller={seller} />
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
