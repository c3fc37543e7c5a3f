import type { CSSProperties, ReactNode } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import { getProductLabel } from '#content/messages/bundles.ts';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { paymentResultMessages } from '#content/messages/payment-result.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { formatLongDate } from '#domain/format-date.ts';
import type { ImageSize } from '#domain/image.ts';
import { getMailtoUrl } from '#domain/mailto-url.ts';
import { formatMoney, formatWithSymbol } from '#domain/money.ts';
import type { Receipt, ReceiptItem } from '#domain/order.ts';
import { describePendingPayment, getPendingPaymentLink } from '#domain/pending-payment.ts';

import { getSiteName } from './frame-support.tsx';
import { CrossIcon, CheckIcon } from './icons.tsx';
import { OrderDelivery, type OrderDeliveryProps } from './order-delivery.tsx';
import { LogoImage } from './page-images.tsx';
import { getSellerLang } from './page-language.ts';
import { getPageStyle } from './page-style.ts';

/** Branding of the seller's page. */
export type ResultPage = Pick<PublicCheckoutConfig, 'logo' | 'accentColor' | 'fonts' | 'language'> & {
  sellerName: string | null;
  /** Contact address; null: not shown. */
  sellerEmail?: string | null;
  logoSize?: ImageSize | null;
};

/**
 * `waiting`: not confirmed by Stripe yet. `late`: not confirmed after half a minute. `pending`: paid with a method that
 * takes days. `unfinished`: nothing was paid. `plain`: opened without an order, in neutral colors.
 */
export type PaymentResultProps =
  | { state: 'paid'; page: ResultPage; order: Receipt; message: string }
  | { state: 'partly_refunded' | 'refunded'; page: ResultPage; order: Receipt }
  /** `nextUrl` null: the page checks again by itself. */
  | { state: 'pending'; page: ResultPage; order: Receipt; nextUrl: string | null }
  | { state: 'waiting'; page: ResultPage }
  | { state: 'late' | 'unfinished'; page: ResultPage; nextUrl: string }
  | { state: 'plain' };

const NEUTRAL_COLORS = {
  '--a': '#17181a',
  '--a-fill': '#17181a',
  '--a-hover': '#2c2d30',
  '--a-edge': 'transparent',
  '--on-a': '#ffffff',
  '--a-text': '#17181a',
  '--fh': 'system-ui, sans-serif',
  '--fb': 'system-ui, sans-serif',
} as CSSProperties;

type ReceiptLineProps = { name: ReactNode; kind?: 'm' | 't'; lang?: string | undefined; children: ReactNode };

const ReceiptLine = ({ name, kind, lang, children }: ReceiptLineProps) => (
  <div className={kind}>
    <dt dir="auto" lang={lang}>
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
);

/** A line with its quantity, or with the products of a bundle. */
const ItemName = ({ item: { name, quantity, products } }: { item: ReceiptItem }) => (
  <>
    {getItemName({ name, quantity })}
    {products && (
      <ul className="co-parts">
        {products.map((product, index) => (
          <li key={index}>{getProductLabel(product)}</li>
        ))}
      </ul>
    )}
  </>
);

const messages = paymentResultMessages.receipt;

type ReceiptLinesProps = Extract<PaymentResultProps, { order: Receipt }>;

const ReceiptLines = ({ state, page, order }: ReceiptLinesProps) => (
  <dl className="co-lines">
    {order.items.map((item, index) => (
      <ReceiptLine key={index} name={<ItemName item={item} />} kind="m" lang={getSellerLang(page)}>
        {formatWithSymbol(item.amount, order.currency)}
      </ReceiptLine>
    ))}
    {order.discount > 0 && (
      <ReceiptLine name={order.couponCode ? messages.coupon({ code: order.couponCode }) : messages.discount}>
        {formatWithSymbol(-order.discount, order.currency)}
      </ReceiptLine>
    )}
    <ReceiptLine name={state === 'pending' ? messages.total : messages.paid} kind="t">
      {formatMoney(order.total, order.currency)}
    </ReceiptLine>
    {state === 'refunded' && (
      <ReceiptLine name={messages.refunded}>{formatWithSymbol(-order.total, order.currency)}</ReceiptLine>
    )}
    {order.email && !order.delivery && <ReceiptLine name={messages.email}>{order.email}</ReceiptLine>}
    <ReceiptLine name={messages.number}>{order.number}</ReceiptLine>
    <ReceiptLine name={messages.date}>{formatLongDate(new Date(order.createdAt))}</ReceiptLine>
    {page.sellerName && (
      <ReceiptLine name={messages.soldBy}>
        <bdi>{page.sellerName}</bdi>
      </ReceiptLine>
    )}
  </dl>
);

const renderPurchasesLink = (text: string) => <a href="/purchases">{text}</a>;

/** Where the receipt is, when the next payment is due, and who answers questions. */
function NextSteps({ page: { sellerName, sellerEmail }, order }: Pick<ReceiptLinesProps, 'page' | 'order'>) {
  const { email, delivery, subscription } = order;
  const steps = paymentResultMessages.nextSteps;
  const later = subscription?.priceAfterDiscount;
  const priceAfterDiscount =
    later &&
    steps.priceAfterDiscount({
      amount: formatMoney(later.amount, subscription.currency),
      day: formatLongDate(new Date(later.startsAt)),
    });
  return (
    <div className="co-steps">
      {email && delivery && (
        <p>
          <RichText text={steps.receipt[delivery]} tags={{ email: () => <b>{email}</b> }} />
        </p>
      )}
      {subscription && (
        <p>
          <RichText text={describeNextPayment(subscription)} tags={{ link: renderPurchasesLink }} />
          {priceAfterDiscount && ` ${priceAfterDiscount}`}
        </p>
      )}
      {sellerEmail && (
        <p>
          <RichText
            text={sellerName ? steps.contact : steps.contactWithoutName}
            tags={{
              seller: () => <bdi>{sellerName}</bdi>,
              email: () => <a href={getMailtoUrl(sellerEmail)}>{sellerEmail}</a>,
            }}
          />
        </p>
      )}
    </div>
  );
}

function describeNextPayment(subscription: NonNullable<Receipt['subscription']>): string {
  const { amount, currency, nextPaymentAt, trial, installment } = subscription;
  const steps = paymentResultMessages.nextSteps;
  const payment = { amount: formatMoney(amount, currency), day: formatLongDate(new Date(nextPaymentAt)) };
  if (installment) return steps.nextInstallment({ ...payment, ...installment });
  return trial ? steps.trial[trial](payment) : steps.nextPayment(payment);
}

const STATUS_ICONS = { waiting: 'waiting', late: 'open', pending: 'open', unfinished: 'off', plain: 'off' } as const;

function StatusIcon({ state }: { state: PaymentResultProps['state'] }) {
  const icon = state in STATUS_ICONS ? STATUS_ICONS[state as keyof typeof STATUS_ICONS] : 'done';
  return (
    <span className="co-seal" data-state={icon} aria-hidden="true">
      {icon === 'done' && <CheckIcon />}
      {icon === 'off' && <CrossIcon />}
    </span>
  );
}

/**
 * Link back to the embedding site, or on to the URL of the seller that follows the payment. `stayUrl` cancels the automatic
 * redirect; null if there is none.
 */
type NextSite = { kind: 'back' | 'forward'; url: string; stayUrl: string | null };

const NextSiteLink = ({ kind, url, stayUrl }: NextSite) => {
  const renderSite = () => <bdi>{getSiteName(url)}</bdi>;
  const nextSite = paymentResultMessages.nextSite[kind];
  return (
    <>
      <a className="co-pay" href={url}>
        <span>
          <RichText text={nextSite.link} tags={{ site: renderSite }} />
        </span>
      </a>
      {stayUrl && (
        <p className="co-trust">
          <RichText
            text={nextSite.redirecting}
            tags={{ site: renderSite, link: (text) => <a href={stayUrl}>{text}</a> }}
          />
        </p>
      )}
    </>
  );
};

/** Attributes of a completed order for scripts: `frame-script.ts` reports them, `poll-result.ts` removes entered values. */
export const getOrderAttributes = (result: PaymentResultProps) =>
  result.state === 'paid' || result.state === 'pending'
    ? { 'data-order': result.order.number, 'data-state': result.state }
    : {};

const getPendingText = (result: PaymentResultProps): string | null =>
  result.state === 'pending' && result.order.pending ? describePendingPayment(result.order.pending) : null;

/** Leads to the voucher or the bank details that the buyer still needs. */
function PendingPaymentLink({ pending }: { pending: NonNullable<Receipt['pending']> }) {
  const link = getPendingPaymentLink(pending);
  return (
    link && (
      <a className="co-pay" href={link.url} rel="noreferrer">
        {link.label}
      </a>
    )
  );
}

/**
 * What a buyer sees after payment. It only renders; the route polls the result. `isFramed`: the page is embedded in the
 * site from which the buyer came.
 */
export function PaymentResult(
  props: PaymentResultProps & { delivery?: OrderDeliveryProps | null; nextSite?: NextSite | null; isFramed?: boolean },
) {
  const { delivery, nextSite, isFramed } = props;
  const page = props.state === 'plain' ? null : props.page;
  const { title, text } = paymentResultMessages.states[props.state];
  const message = props.state === 'paid' ? props.message : (getPendingText(props) ?? text);
  const hasPurchases = 'order' in props || props.state === 'plain';
  return (
    <div className="co" style={page ? getPageStyle(page) : NEUTRAL_COLORS}>
      <div className="co-result">
        {page?.logo && (
          <div className="co-logo">
            <LogoImage src={page.logo} alt={page.sellerName ?? checkoutPageMessages.logo} size={page.logoSize} />
          </div>
        )}
        <StatusIcon state={props.state} />
        <div className="co-words" role="status">
          <h1 tabIndex={-1}>{title}</h1>
          {message.trim() && (
            <p dir="auto" lang={props.state === 'paid' ? getSellerLang(props.page) : undefined}>
              {message}
            </p>
          )}
        </div>
        {delivery && <OrderDelivery {...delivery} />}
        {'order' in props && <ReceiptLines {...props} />}
        {'order' in props && <NextSteps {...props} />}
        {'order' in props && props.order.pending && <PendingPaymentLink pending={props.order.pending} />}
        {'nextUrl' in props && props.nextUrl && (
          <a className={props.state === 'pending' ? 'co-2nd' : 'co-pay'} href={props.nextUrl}>
            {paymentResultMessages.next[props.state]}
          </a>
        )}
        {nextSite && <NextSiteLink {...nextSite} />}
        {hasPurchases && (
          <a className="co-2nd" href="/purchases">
            {paymentResultMessages.purchases}
          </a>
        )}
        {!isFramed && (
          <a className={hasPurchases ? 'co-more' : 'co-2nd'} href="/">
            {paymentResultMessages.home}
          </a>
        )}
      </div>
    </div>
  );
}
