import type { FontLinksProps } from '#app/checkout-page/page-assets.tsx';
import type { PaymentResultProps } from '#app/checkout-page/payment-result.tsx';
import type { PaidOrder } from '#server/core/services.ts';

const MAX_POLLS = 15;

type PaymentResultView = {
  result: PaymentResultProps;
  fonts: FontLinksProps | null;
  /** URL of the next poll; null once the result is known or after half a minute. */
  pollUrl: string | null;
};

/** View of a payment result at `path`. `searchParams` is the current query. */
export function createPaymentResultView(
  paidOrder: PaidOrder | null,
  path: string,
  searchParams: URLSearchParams,
): PaymentResultView {
  const pollCount = Number(searchParams.get('polls')) || 0;
  const isUnsettled = paidOrder?.state === 'waiting' || paidOrder?.state === 'unpaid';
  const getUrlWithPollCount = (pollCount: number | null) => {
    const query = new URLSearchParams(searchParams);
    query.delete('polls');
    if (pollCount !== null) query.set('polls', String(pollCount));
    return `${path}?${query}`;
  };
  const pollUrl = isUnsettled && pollCount < MAX_POLLS ? getUrlWithPollCount(pollCount + 1) : null;
  const result = getPaymentResult(paidOrder, pollUrl !== null, getUrlWithPollCount(null));
  return { result, fonts: paidOrder && { fonts: paidOrder.config.fonts, own: paidOrder.fontFiles }, pollUrl };
}

function getPaymentResult(paidOrder: PaidOrder | null, isPolling: boolean, retryUrl: string): PaymentResultProps {
  if (!paidOrder) return { state: 'plain' };
  const { config, successMessage, logoSize, sellerName, sellerEmail, state, order, pageUrl } = paidOrder;
  const { logo, accentColor, fonts, language } = config;
  const page = { logo, accentColor, fonts, language, sellerName, sellerEmail, logoSize };
  if (isPolling) return { state: 'waiting', page };
  if (order && state === 'paid') return { state, page, order, message: successMessage };
  if (order && (state === 'pending' || state === 'partly_refunded' || state === 'refunded'))
    return { state, page, order };
  if (state === 'waiting') return { state: 'late', page, nextUrl: retryUrl };
  return { state: 'unfinished', page, nextUrl: pageUrl };
}
