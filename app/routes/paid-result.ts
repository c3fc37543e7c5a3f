import type { PaymentResultProps } from '#app/checkout-page/payment-result.tsx';
import type { PaidOrder } from '#server/shop.ts';

const MOST_ASKS = 15;

type Looked = {
  result: PaymentResultProps;
  fonts: PaidOrder['config']['fonts'] | null;
  /** URL of the next poll; null once the result is known or after half a minute. */
  again: string | null;
};

/** View of a payment result at `path`. `searchParams` is the current query. */
export function lookAt(paid: PaidOrder | null, here: string, asked: URLSearchParams): Looked {
  const times = Number(asked.get('asked')) || 0;
  const isOpen = paid?.state === 'waiting' || paid?.state === 'unpaid';
  const askedAgain = (times: number | null) => {
    const kept = new URLSearchParams(asked);
    kept.delete('asked');
    if (times !== null) kept.set('asked', String(times));
    return `${here}?${kept}`;
  };
  const again = isOpen && times < MOST_ASKS ? askedAgain(times + 1) : null;
  const result = resultOf(paid, again !== null, askedAgain(null));
  return { result, fonts: paid?.config.fonts ?? null, again };
}

function resultOf(paid: PaidOrder | null, isAsking: boolean, lookAgain: string): PaymentResultProps {
  if (!paid) return { state: 'plain' };
  const { config, successMessage, logoSize, sellerName, state, order, pageUrl } = paid;
  const { logo, accentColor, fonts } = config;
  const page = { logo, accentColor, fonts, sellerName, logoSize };
  if (isAsking) return { state: 'waiting', page };
  if (order && state === 'paid') return { state, page, order, message: successMessage };
  if (order && (state === 'pending' || state === 'partly_refunded' || state === 'refunded'))
    return { state, page, order };
  if (state === 'waiting') return { state: 'late', page, wayOn: lookAgain };
  return { state: 'unfinished', page, wayOn: pageUrl };
}
