import type { FontLinksProps } from '#app/checkout-page/page-assets.tsx';
import type { PaymentResultProps } from '#app/checkout-page/payment-result.tsx';
import type { PaidOrder } from '#server/core/services.ts';

/** A payment is confirmed within seconds; a bank or a voucher takes longer. */
const POLLS = { unsettled: { max: 15, intervalS: 2 }, pending: { max: 6, intervalS: 20 } } as const;

type PaymentResultView = {
  result: PaymentResultProps;
  fonts: FontLinksProps | null;
  /** URL of the next poll; null once the result is known, and after half a minute or two minutes. */
  pollUrl: string | null;
  pollIntervalS: number;
};

/** View of a payment result at `path`. `searchParams` is the current query. */
export function createPaymentResultView(
  paidOrder: PaidOrder | null,
  path: string,
  searchParams: URLSearchParams,
): PaymentResultView {
  const pollCount = Number(searchParams.get('polls')) || 0;
  const isUnsettled = paidOrder?.state === 'waiting' || paidOrder?.state === 'unpaid';
  const polls = isUnsettled ? POLLS.unsettled : POLLS.pending;
  const isOpen = isUnsettled || paidOrder?.state === 'pending';
  const getUrlWithPollCount = (pollCount: number | null) => {
    const query = new URLSearchParams(searchParams);
    query.delete('polls');
    if (pollCount !== null) query.set('polls', String(pollCount));
    return `${path}?${query}`;
  };
  const pollUrl = isOpen && pollCount < polls.max ? getUrlWithPollCount(pollCount + 1) : null;
  const result = getPaymentResult(paidOrder, pollUrl !== null, getUrlWithPollCount(null));
  const fonts = paidOrder && { fonts: paidOrder.config.fonts, pageFontFiles: paidOrder.fontFiles };
  return { result, fonts, pollUrl, pollIntervalS: polls.intervalS };
}

function getPaymentResult(paidOrder: PaidOrder | null, isPolling: boolean, retryUrl: string): PaymentResultProps {
  if (!paidOrder) return { state: 'plain' };
  const { config, successMessage, logoSize, sellerName, sellerEmail, state, order, pageUrl } = paidOrder;
  const { logo, accentColor, fonts, language } = config;
  const page = { logo, accentColor, fonts, language, sellerName, sellerEmail, logoSize };
  if (order && state === 'pending') return { state, page, order, nextUrl: isPolling ? null : retryUrl };
  if (isPolling) return { state: 'waiting', page };
  if (order && state === 'paid') return { state, page, order, message: successMessage };
  if (order && (state === 'partly_refunded' || state === 'refunded')) return { state, page, order };
  if (state === 'waiting') return { state: 'late', page, nextUrl: retryUrl };
  return { state: 'unfinished', page, nextUrl: pageUrl };
}
