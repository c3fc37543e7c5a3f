import type { CSSProperties, ReactNode } from 'react';

import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { ImageSize } from '#domain/image.ts';
import { moneyText, symbolText } from '#domain/money.ts';
import type { Receipt } from '#domain/order.ts';

import { siteName } from './framed.tsx';
import { Cross, Tick } from './marks.tsx';
import { pageStyle } from './page-style.ts';
import { LogoImage } from './pictures.tsx';

/** Branding of the seller's page. */
export type ResultPage = Pick<PublicCheckoutConfig, 'logo' | 'accentColor' | 'fonts'> & {
  sellerName: string | null;
  logoSize?: ImageSize | null;
};

/**
 * `waiting`: not confirmed by Stripe yet. `late`: not confirmed after half a minute. `pending`: paid with a method that
 * takes days. `unfinished`: nothing was paid. `plain`: opened without an order, in neutral colors.
 */
export type PaymentResultProps =
  | { state: 'paid'; page: ResultPage; order: Receipt; message: string }
  | { state: 'pending' | 'partly_refunded' | 'refunded'; page: ResultPage; order: Receipt }
  | { state: 'waiting'; page: ResultPage }
  | { state: 'late' | 'unfinished'; page: ResultPage; wayOn: string }
  | { state: 'plain' };

const NEUTRAL = {
  '--a': '#17181a',
  '--a-fill': '#17181a',
  '--a-hover': '#2c2d30',
  '--a-edge': 'transparent',
  '--on-a': '#ffffff',
  '--a-text': '#17181a',
  '--fh': 'system-ui, sans-serif',
  '--fb': 'system-ui, sans-serif',
} as CSSProperties;

const Line = ({ name, kind, children }: { name: ReactNode; kind?: 'm' | 't'; children: ReactNode }) => (
  <div className={kind}>
    <dt dir="auto">{name}</dt>
    <dd>{children}</dd>
  </div>
);

const dateText = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

type LinesProps = Extract<PaymentResultProps, { order: Receipt }>;

const Lines = ({ state, page, order }: LinesProps) => (
  <dl className="co-lines">
    <Line name={order.productName} kind="m">
      {symbolText(order.total + order.discount, order.currency)}
    </Line>
    {order.discount > 0 && <Line name="Coupon">{symbolText(-order.discount, order.currency)}</Line>}
    <Line name={state === 'pending' ? 'Total' : 'Paid'} kind="t">
      {moneyText(order.total, order.currency)}
    </Line>
    {state === 'refunded' && <Line name="Refunded">{symbolText(-order.total, order.currency)}</Line>}
    {order.email && <Line name="Email">{order.email}</Line>}
    <Line name="Receipt number">{order.number}</Line>
    <Line name="Date">{dateText(order.createdAt)}</Line>
    {page.sellerName && (
      <Line name="Sold by">
        <bdi>{page.sellerName}</bdi>
      </Line>
    )}
  </dl>
);

const SEALS = { waiting: 'waiting', late: 'open', pending: 'open', unfinished: 'off' } as const;

function Seal({ state }: { state: PaymentResultProps['state'] }) {
  const seal = state in SEALS ? SEALS[state as keyof typeof SEALS] : 'done';
  return (
    <span className="co-seal" data-state={seal} aria-hidden="true">
      {seal === 'done' && <Tick />}
      {seal === 'off' && <Cross />}
    </span>
  );
}

const REFUND_TIME = 'It can take 5 to 10 business days until you see the money.';

export const RESULT_WORDS = {
  waiting: ['Confirming your payment', 'We are waiting for Stripe’s confirmation. This takes a few seconds.'],
  late: [
    'Your payment is being confirmed',
    'It takes longer than usual. Your receipt will stand here as soon as Stripe has confirmed it. There is no need to pay again.',
  ],
  pending: [
    'Your payment is on its way',
    'Your order is in. Some ways to pay take a few days to arrive; this page will say when it has. There is no need to pay again.',
  ],
  unfinished: [
    'This payment was not completed',
    'Nothing was charged. Your order is still there if you would like to try again.',
  ],
  refunded: ['This order was refunded', `What you paid goes back the way it came. ${REFUND_TIME}`],
  partly_refunded: ['Part of this order was refunded', `It goes back the way it came. ${REFUND_TIME}`],
  paid: ['Payment Successful!', ''],
  plain: ['Payment Successful!', 'Thank you.'],
} as const;

const WAYS_ON = { late: 'Check again', unfinished: 'Back to your order' } as const;

/** Link back to the embedding site. `stayUrl` cancels the automatic redirect; null if there is none. */
export type WayBack = { address: string; stay: string | null };

const Back = ({ address, stay }: WayBack) => (
  <>
    <a className="co-pay" href={address}>
      <span>
        Back to <bdi>{siteName(address)}</bdi>
      </span>
    </a>
    {stay && (
      <p className="co-trust">
        You are taken back there in a few seconds. <a href={stay}>Stay here</a>
      </p>
    )}
  </>
);

/**
 * What a buyer sees after payment. It only renders; the route polls the result. `isFramed`: the page is embedded in the
 * site from which the buyer came.
 */
export function PaymentResult(props: PaymentResultProps & { back?: WayBack | null; framed?: boolean }) {
  const { back, framed } = props;
  const page = props.state === 'plain' ? null : props.page;
  const [heading, words] = RESULT_WORDS[props.state];
  const message = props.state === 'paid' ? props.message : words;
  return (
    <div className="co" style={page ? pageStyle(page) : NEUTRAL}>
      <div className="co-result">
        {page?.logo && (
          <div className="co-logo">
            <LogoImage src={page.logo} alt={page.sellerName ?? 'Logo'} size={page.logoSize} />
          </div>
        )}
        <Seal state={props.state} />
        <div className="co-words" role="status">
          <h1 tabIndex={-1}>{heading}</h1>
          {message.trim() && <p dir="auto">{message}</p>}
        </div>
        {'order' in props && <Lines {...props} />}
        {'wayOn' in props && (
          <a className="co-pay" href={props.wayOn}>
            {WAYS_ON[props.state]}
          </a>
        )}
        {back && <Back {...back} />}
        {!framed && (
          <a className="co-2nd" href="/">
            Return to Home
          </a>
        )}
        {('order' in props || props.state === 'plain') && (
          <a className="co-more" href="/purchases">
            Your purchases
          </a>
        )}
      </div>
    </div>
  );
}
