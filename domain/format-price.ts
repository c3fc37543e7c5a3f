import type { CheckoutPageConfig } from './checkout-page.ts';
import { getCurrency } from './currencies.ts';
import { formatAmount, formatWithSymbol } from './money.ts';
import type { Amounts } from './pricing.ts';

export type Pricing = Pick<CheckoutPageConfig, 'price' | 'currency' | 'paymentType' | 'billingFrequency'>;

/** `/month` for `monthly`; empty for a one-time price. */
export const getBillingSuffix = ({ paymentType, billingFrequency }: Pricing): string =>
  paymentType === 'subscription' ? `/${billingFrequency.slice(0, -2)}` : '';

/** The price as typed: `$29 USD/month`. */
export const formatPrice = (pricing: Pricing): string =>
  `${getCurrency(pricing.currency).symbol}${pricing.price} ${pricing.currency}${getBillingSuffix(pricing)}`;

/** An amount in minor units in the same format: `$26.10 USD/month`. */
export const formatComputedPrice = (amount: number, pricing: Pricing): string =>
  `${getCurrency(pricing.currency).symbol}${formatAmount(amount, pricing.currency)} ${pricing.currency}${getBillingSuffix(pricing)}`;

export const formatDiscount = ({ original, discount, total }: Amounts, pricing: Pricing) => ({
  originalText: formatComputedPrice(original, pricing),
  totalText: formatComputedPrice(total, pricing),
  savedText: formatWithSymbol(discount, pricing.currency),
});
