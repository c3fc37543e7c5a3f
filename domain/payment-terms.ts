import { paymentTermsMessages as messages } from '#content/messages/format-price.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { formatComputedPrice, type Pricing } from './format-price.ts';
import type { FreeTrial } from './order.ts';
import { getInstallments, getTrialDays, SETUP_FEE_LINE, type Quote } from './quote.ts';

type PricedTerms = Pricing & Pick<CheckoutPageConfig, 'paymentTerms'>;

/** Returns whether a price has more than payments that go on until the buyer cancels. */
export const hasPaymentTerms = (price: Pick<CheckoutPageConfig, 'paymentType' | 'paymentTerms'>): boolean =>
  getInstallments(price) !== null ||
  getTrialDays(price) > 0 ||
  (price.paymentType === 'subscription' && price.paymentTerms.setupFee !== '');

/** Returns whether a free trial starts with a card: a buyer who pays something at once always enters one. */
export const startsWithCard = (
  { trialNeedsCard }: Pick<CheckoutPageConfig['paymentTerms'], 'trialNeedsCard'>,
  dueToday: number,
): boolean => trialNeedsCard || dueToday > 0;

export const toFreeTrial = (terms: CheckoutPageConfig['paymentTerms'], dueToday: number): FreeTrial =>
  startsWithCard(terms, dueToday) ? 'with_card' : 'without_card';

/**
 * The sentences that say what a buyer pays today, later, and for how long; empty for a price that says so itself. The page,
 * receipts and purchases show the same text. It has no dates, so that it stays true in a document that is stored.
 */
export function describePaymentTerms({ currency, total, lines, recurring }: Quote, pricing: PricedTerms): string {
  if (!recurring) return '';
  const { amount, billing, trialDays, installments } = recurring;
  const format = (minorUnits: number) =>
    formatComputedPrice(minorUnits, { ...pricing, currency, paymentType: 'one-time' });
  if (installments !== null && billing !== 'yearly')
    return messages.plan[billing]({ count: installments, payment: format(amount), sum: format(amount * installments) });
  const fee = lines.find(({ key }) => key === SETUP_FEE_LINE);
  const later = formatComputedPrice(amount, pricing);
  const getTrialText = startsWithCard(pricing.paymentTerms, total) ? messages.trial : messages.trialWithoutCard;
  return [
    ...(trialDays > 0 ? [getTrialText({ days: trialDays, later })] : []),
    ...(fee ? [messages.feeToday({ fee: format(fee.total) })] : []),
  ].join(' ');
}

type ConfigWithTerms = Pick<CheckoutPageConfig, 'paymentTerms' | 'priceOptions'>;

/** The page as it is sold to a buyer who has already had its free trial. */
export function withoutTrials<C extends ConfigWithTerms>(config: C): C {
  const { paymentTerms, priceOptions } = config;
  const others = priceOptions.others.map((option) =>
    option.paymentTerms ? { ...option, paymentTerms: { ...option.paymentTerms, trialDays: 0 } } : option,
  );
  return { ...config, paymentTerms: { ...paymentTerms, trialDays: 0 }, priceOptions: { ...priceOptions, others } };
}
