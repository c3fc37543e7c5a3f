import { getCurrency } from './currencies.ts';

/** A card fee of Stripe: a share in hundredths of a percent, and a fixed amount in minor units of the currency. */
type CardFee = { currency: string; basisPoints: number; fixed: number };

export const STRIPE_PRICING_URL = 'https://stripe.com/pricing';

const EURO_FEE: CardFee = { currency: 'EUR', basisPoints: 150, fixed: 25 };
const EURO_COUNTRIES = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

/**
 * Stripe's standard fees for domestic cards by country of the account, each in the country's own currency. Source:
 * stripe.com/pricing of each country. Countries with several domestic rates, such as India, are left out.
 */
const CARD_FEES: Readonly<Record<string, CardFee>> = {
  ...Object.fromEntries(EURO_COUNTRIES.map((country) => [country, EURO_FEE])),
  AU: { currency: 'AUD', basisPoints: 170, fixed: 30 },
  BR: { currency: 'BRL', basisPoints: 399, fixed: 39 },
  CA: { currency: 'CAD', basisPoints: 290, fixed: 30 },
  CH: { currency: 'CHF', basisPoints: 290, fixed: 30 },
  CZ: { currency: 'CZK', basisPoints: 150, fixed: 650 },
  DK: { currency: 'DKK', basisPoints: 150, fixed: 180 },
  GB: { currency: 'GBP', basisPoints: 150, fixed: 20 },
  HK: { currency: 'HKD', basisPoints: 340, fixed: 235 },
  HU: { currency: 'HUF', basisPoints: 150, fixed: 8500 },
  JP: { currency: 'JPY', basisPoints: 360, fixed: 0 },
  MX: { currency: 'MXN', basisPoints: 360, fixed: 300 },
  NO: { currency: 'NOK', basisPoints: 240, fixed: 200 },
  PL: { currency: 'PLN', basisPoints: 150, fixed: 100 },
  RO: { currency: 'RON', basisPoints: 150, fixed: 100 },
  SE: { currency: 'SEK', basisPoints: 150, fixed: 180 },
  SG: { currency: 'SGD', basisPoints: 340, fixed: 50 },
  US: { currency: 'USD', basisPoints: 290, fixed: 30 },
};

/** The fee of one charge in minor units. Its share is rounded half up to the currency's step. */
export function calculateCardFee(amount: number, { currency, basisPoints, fixed }: CardFee): number {
  const { step } = getCurrency(currency);
  const share = Math.floor((amount * basisPoints + 5000 * step) / (10_000 * step)) * step;
  return share + fixed;
}

/** Stripe's fee for one charge and what the seller receives of it, in minor units. */
type FeeEstimate = { fee: number; received: number };

/**
 * Estimates Stripe's fee for a domestic card. Null if it is unknown: for a country without an entry, a currency that Stripe
 * would convert, and an amount that the fee would use up.
 */
export function estimateStripeFee(amount: number, currency: string, country: string | null): FeeEstimate | null {
  const cardFee = country === null ? undefined : CARD_FEES[country];
  if (cardFee?.currency !== currency) return null;
  const fee = calculateCardFee(amount, cardFee);
  return fee < amount ? { fee, received: amount - fee } : null;
}
