import { formatPriceMessages } from '#content/messages/format-price.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { getCurrency } from './currencies.ts';
import { formatAmount, formatWithSymbol } from './money.ts';
import { getSaving, sumColumn, type Quote } from './quote.ts';

export type Pricing = Pick<CheckoutPageConfig, 'price' | 'currency' | 'paymentType' | 'billingFrequency'>;

/** `/month` for `monthly`; empty for a one-time price. A payment plan is paid in installments, which repeat as well. */
export const getBillingSuffix = ({ paymentType, billingFrequency }: Pricing): string =>
  paymentType === 'one-time' ? '' : `/${billingFrequency.slice(0, -2)}`;

/** The price as typed: `$29 USD/month`, and `$105 USD/month for 3 months` for a payment plan. */
export function formatPrice(pricing: Pricing & Partial<Pick<CheckoutPageConfig, 'paymentTerms'>>): string {
  const { price, currency, paymentType, billingFrequency, paymentTerms } = pricing;
  const payment = `${getCurrency(currency).symbol}${price} ${currency}${getBillingSuffix(pricing)}`;
  if (paymentType !== 'payment-plan' || !paymentTerms) return payment;
  const duration = formatPriceMessages.periods[billingFrequency]({ count: paymentTerms.installments });
  return formatPriceMessages.installments({ payment, duration });
}

/** An amount in minor units in the same format: `$26.10 USD/month`. */
export const formatComputedPrice = (amount: number, pricing: Pricing): string =>
  `${getCurrency(pricing.currency).symbol}${formatAmount(amount, pricing.currency)} ${pricing.currency}${getBillingSuffix(pricing)}`;

/**
 * The total of an order; with what follows if the first payments differ, or if the payments end: `$68.00 USD now, then
 * $29.00 USD/month`.
 */
export function formatQuoteTotal({ total, recurring }: Quote, pricing: Pricing): string {
  if (recurring === null) return formatComputedPrice(total, pricing);
  const { amount, billing, discounted, trialDays, installments } = recurring;
  const now = formatComputedPrice(total, { ...pricing, paymentType: 'one-time' });
  const later = formatComputedPrice(amount, pricing);
  if (trialDays > 0) return formatPriceMessages.afterTrial({ now, later, days: trialDays });
  if (installments !== null) {
    const getDuration = formatPriceMessages.periods[billing];
    return amount === total
      ? formatPriceMessages.installments({ payment: later, duration: getDuration({ count: installments }) })
      : formatPriceMessages.nowAndInstallments({
          now,
          payment: later,
          duration: getDuration({ count: installments - 1 }),
        });
  }
  // Several discounted payments are always monthly: the rules of coupons allow no other.
  if (discounted && discounted.payments > 1) {
    const { payments } = discounted;
    const reduced = formatComputedPrice(discounted.amount, pricing);
    return discounted.amount === total
      ? formatPriceMessages.forMonths({ reduced, months: payments, later })
      : formatPriceMessages.nowAndForMonths({ now, reduced, months: payments - 1, later });
  }
  return amount === total && !discounted ? later : formatPriceMessages.nowAndThen({ now, later });
}

/** The order without its coupon. */
const withoutDiscount = ({ recurring, ...quote }: Quote): Quote => ({
  ...quote,
  total: quote.original,
  recurring: recurring && {
    ...recurring,
    amount: sumColumn(
      quote.lines.filter(({ kind }) => kind === 'recurring'),
      'subtotal',
    ),
    discounted: null,
  },
});

/** Formatted amounts of a discounted price. */
export const formatDiscount = (quote: Quote, pricing: Pricing) => ({
  originalText: formatQuoteTotal(withoutDiscount(quote), pricing),
  totalText: formatQuoteTotal(quote, pricing),
  savedText: formatWithSymbol(getSaving(quote), pricing.currency),
});
