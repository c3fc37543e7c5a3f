import type { CheckoutPageConfig } from './checkout-page.ts';
import { currencyOf } from './currencies.ts';
import { amountText, symbolText } from './money.ts';
import type { Amounts } from './pricing.ts';

export type Pricing = Pick<CheckoutPageConfig, 'price' | 'currency' | 'paymentType' | 'billingFrequency'>;

/** `/month` for `monthly`; empty for a one-time price. */
export const billingSuffix = ({ paymentType, billingFrequency }: Pricing): string =>
  paymentType === 'subscription' ? `/${billingFrequency.slice(0, -2)}` : '';

/** The price as typed: `$29 USD/month`. */
export const priceText = (pricing: Pricing): string =>
  `${currencyOf(pricing.currency).symbol}${pricing.price} ${pricing.currency}${billingSuffix(pricing)}`;

/** An amount in minor units in the same format: `$26.10 USD/month`. */
export const computedPriceText = (amount: number, pricing: Pricing): string =>
  `${currencyOf(pricing.currency).symbol}${amountText(amount, pricing.currency)} ${pricing.currency}${billingSuffix(pricing)}`;

/** Formatted amounts of a discounted price. */
export const discountTexts = ({ original, discount, total }: Amounts, pricing: Pricing) => ({
  originalText: computedPriceText(original, pricing),
  totalText: computedPriceText(total, pricing),
  savedText: symbolText(discount, pricing.currency),
});
