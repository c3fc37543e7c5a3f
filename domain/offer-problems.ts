import type { CheckoutPageConfig } from './checkout-page.ts';

/** Prices, dates and stock as they are published. */
export const tidyOffer = ({
  priceOptions,
  payWhatYouWant,
  countdown,
  availability,
}: CheckoutPageConfig): Pick<
  CheckoutPageConfig,
  'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability'
> => ({ priceOptions, payWhatYouWant, countdown, availability });

/** What is wrong with them, by field. */
export const offerChecks = (_config: CheckoutPageConfig): [string, string | null][] => [];
