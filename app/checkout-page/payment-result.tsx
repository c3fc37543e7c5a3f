import type { CSSProperties, ReactNode } from 'react';

import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { ImageSize } from '#domain/image.ts';
import { moneyText, symbolText } from '#domain/money.ts';
import type { OrderRow } from '#domain/order.ts';

import { Tick } from './marks.tsx';
import { pageStyle } from './page-style.ts';
import { LogoImage } from './pictures.tsx';

/** The seller's look. */
export type ResultPage = Pick<PublicCheckoutConfig, 'logo' | 'accentColor' | 'fonts' | 'successMessage'> & {
  sellerName: string | null;
  logoSize?: ImageSize | null;
};
export type PaidOrder = Pick<
  OrderRow,
  'number' | 'productName' | 'currency' | 'total' | 'discount' | 'couponCode' | 'email'
>;

/**
 * `paid`: confirmed. `waiting`: Stripe has not confirmed yet. `late`: it has not after half a minute.
 * `plain`: opened without an order, in nobody's colours.
 */
export type PaymentResultProps =
  | { state: 'paid'; page: ResultPage; order: PaidOrder }
  | { state: 'waiting' | 'late'; page: ResultPage }
  | { state: 'plain' };

const NEUTRAL = {
  '--a': '#17181a',
  '--a-fill': '#17181a',
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

const Lines = ({ order }: { order: PaidOrder }) => (
  <dl className="co-lines">
    <Line name={order.productName} kind="m">
      {symbolText(order.total + order.discount, order.currency)}
    </Line>
    {order.discount > 0 && (
      <Line name={order.couponCode ?? 'Coupon'}>{symbolText(-order.discount, order.currency)}</Line>
    )}
    <Line name="Paid" kind="t">
      {moneyText(order.total, order.currency)}
    </Line>
    {order.email && <Line name="Email">{order.email}</Line>}
    <Line name="Order">{order.number}</Line>
  </dl>
);

const Seal = ({ state }: { state: PaymentResultProps['state'] }) => {
  const open = state === 'waiting' || state === 'late';
  return (
    <span className="co-seal" data-state={state === 'late' ? 'open' : state} aria-hidden="true">
      {!open && <Tick />}
    </span>
  );
};

const WORDS = {
  waiting: ['Confirming your payment', 'We are waiting for Stripe’s confirmation. This takes a few seconds.'],
  late: [
    'Your payment is being confirmed',
    'It takes longer than usual. Your receipt comes by email as soon as Stripe has confirmed it, so you can close this page. There is no need to pay again.',
  ],
  plain: ['Payment Successful!', 'Thank you.'],
} as const;

/** What a buyer sees after paying. It draws and never acts: asking again is the route's business. */
export function PaymentResult(props: PaymentResultProps) {
  const page = props.state === 'plain' ? null : props.page;
  const [heading, message] =
    props.state === 'paid' ? ['Payment Successful!', props.page.successMessage] : WORDS[props.state];
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
          <h1>{heading}</h1>
          {message.trim() && <p dir="auto">{message}</p>}
        </div>
        {props.state === 'paid' && <Lines order={props.order} />}
        <a className="co-2nd" href="/">
          Return to Home
        </a>
      </div>
    </div>
  );
}
