import type { CheckoutPageConfig } from './checkout-page.ts';

/** Another way to pay for the same product, beside the page's own price. `id` stays when it is renamed. */
export type PriceOption = {
  id: string;
  name: string;
  price: string;
  paymentType: CheckoutPageConfig['paymentType'];
  billingFrequency: CheckoutPageConfig['billingFrequency'];
};

/** The page's own price among its options. */
export const BASE_OPTION = 'base';
export const MAX_PRICE_OPTIONS = 6;
export const MAX_PRESETS = 6;
export const OPTION_NAME = 60;

/** What happens to the page when its countdown has ended. `price`: from then on it costs `priceAfter`. */
export const COUNTDOWN_ENDS = ['nothing', 'close', 'price'] as const;
export type CountdownEnd = (typeof COUNTDOWN_ENDS)[number];

/**
 * Whether a page sells at a moment. `held`: all that is left is being paid for by others, and some of it may come back.
 */
export type Availability = 'open' | 'early' | 'closed' | 'held' | 'sold_out';

/** What a buyer has chosen: one of several prices, or what they want to pay, in decimals of the currency. */
export type Choice = { plan?: string | null; amount?: string | null };
