import { invalidParam, invalidRequest } from './api-error.ts';
import type { Objects } from './objects.ts';

const supportedCurrencies = new Set(
  (
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny ' +
    'cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk ' +
    'jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr ' +
    'mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos ' +
    'srd std szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
  ).split(' '),
);
const zeroDecimalCurrencies = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const threeDecimalCurrencies = new Set('bhd jod kwd omr tnd'.split(' '));
const steps: Readonly<Record<string, number>> = { bhd: 10, isk: 100, jod: 10, kwd: 10, omr: 10, tnd: 10, ugx: 100 };
const MINIMUM_AMOUNTS =
  'aed 200,ars 50,aud 50,brl 50,cad 50,chf 50,cop 50,czk 1500,dkk 250,eur 50,gbp 30,hkd 400,huf 17500,idr 50,ils 50,inr 50,' +
  'jpy 50,krw 50,mxn 1000,myr 200,nok 300,nzd 50,php 50,pln 200,ron 200,rub 50,sek 300,sgd 50,thb 1000,usd 50,zar 50';
const minimums = new Map(
  MINIMUM_AMOUNTS.split(',').map((entry): [string, number] => [entry.slice(0, 3), Number(entry.slice(4))]),
);
/** Rounded exchange rates that simulate the conversion by a seller's bank. Units per US dollar. */
const unitsPerDollar: Readonly<Record<string, number>> = {
  usd: 1,
  eur: 0.9,
  gbp: 0.78,
  jpy: 150,
  cad: 1.37,
  aud: 1.5,
  chf: 0.88,
  sek: 10.5,
  dkk: 6.8,
  nok: 10.7,
};
/** Number of digits of Stripe's largest charge in minor units: eight, and more in currencies with small units. */
const maxDigits: Readonly<Record<string, number>> = { cop: 10, idr: 12, inr: 9, lak: 12, lbp: 12, uzs: 12 };
const maximumOf = (currency: string): number => 10 ** (maxDigits[currency] ?? 8) - 1;

export const listCurrencies = (): string[] => [...supportedCurrencies];

export const decimalsOf = (currency: string): number =>
  zeroDecimalCurrencies.has(currency) ? 0 : threeDecimalCurrencies.has(currency) ? 3 : 2;

const stepOf = (currency: string): number => steps[currency] ?? 1;

/** Formats "$29.00" where the symbol is known, "UGX 500.00" elsewhere. */
export const formatAmount = (amount: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  const options = {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return new Intl.NumberFormat('en-US', options).format(amount / 10 ** decimals);
};

export const checkCurrency = (currency: string, param: string): string => {
  if (!supportedCurrencies.has(currency))
    throw invalidParam(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...supportedCurrencies].join(', ')}`,
      param,
    );
  return currency;
};

/** Checks the limits of a single price; the minimum applies to the total of the checkout. */
export const checkUnitAmount = (amount: number, currency: string, param: string): void => {
  const maximum = maximumOf(currency);
  if (amount > maximum)
    throw invalidParam(`Invalid integer: amount must be no more than ${maximum}`, param, 'amount_too_large');
  const step = stepOf(currency);
  if (amount % step !== 0)
    throw invalidParam(
      `Invalid amount: amounts in ${currency} must be a multiple of ${step}.`,
      param,
      'parameter_invalid_integer',
    );
};

/** Returns the minimum charge amount of a currency, in minor units. */
export const minimumCharge = (currency: string): number => minimums.get(currency) ?? 1;

/** Checks that a total is zero or at least the currency's minimum. */
export const checkTotal = (total: number, currency: string): void => {
  const minimum = minimumCharge(currency);
  const subject = `The Checkout Session's total amount`;
  if (total > 0 && total < minimum)
    throw invalidRequest(
      `${subject} must convert to at least ${minimum} minor units. ${formatAmount(total, currency)} is below ${formatAmount(minimum, currency)}.`,
      { code: 'amount_too_small' },
    );
  const maximum = maximumOf(currency);
  if (total > maximum)
    throw invalidRequest(`${subject} must be no more than ${formatAmount(maximum, currency)}.`, {
      code: 'amount_too_large',
    });
};

/** Converts an amount into the account's currency where a rate is known; otherwise the charge's currency stays. */
export const convertToAccountCurrency = (
  amount: number,
  currency: string,
  targetCurrency: string,
): { amount: number; currency: string; rate: number | null } => {
  const fromRate = unitsPerDollar[currency];
  const toRate = unitsPerDollar[targetCurrency];
  if (currency === targetCurrency || fromRate === undefined || toRate === undefined)
    return { amount, currency, rate: null };
  const scale = 10 ** (decimalsOf(targetCurrency) - decimalsOf(currency));
  const rate = Number(((toRate / fromRate) * scale).toFixed(6));
  return { amount: Math.round(amount * rate), currency: targetCurrency, rate };
};

type Coupon = Pick<Objects['coupon'], 'amount_off' | 'percent_off'>;
type ScopedCoupon = Coupon & Pick<Objects['coupon'], 'hidden'>;

/** Returns the discount of a coupon: rounded half up to the currency's step, never more than the amount. */
export const discountOf = (amount: number, currency: string, coupon: Coupon | null): number => {
  if (!coupon) return 0;
  const step = stepOf(currency);
  const discount =
    coupon.percent_off === null
      ? (coupon.amount_off ?? 0)
      : Math.round((amount * coupon.percent_off) / 100 / step) * step;
  return Math.min(discount, amount);
};

/** Returns the amounts that a coupon applies to: those of its products, or all. Others are zero. */
export const amountsInScope = (
  lines: readonly { amount: number; product: string }[],
  coupon: ScopedCoupon | null,
): number[] => {
  const products = coupon?.hidden.products;
  return lines.map(({ amount, product }) => (!products || products.includes(product) ? amount : 0));
};

/** Splits a discount over lines in proportion to their amounts; the last one takes the rounding remainder. */
export const splitDiscount = (discount: number, amounts: number[]): number[] => {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const last = amounts.findLastIndex((amount) => amount > 0);
  let remaining = discount;
  return amounts.map((amount, index) => {
    const share = index === last ? remaining : Math.floor((discount * amount) / Math.max(sum, 1));
    remaining -= share;
    return share;
  });
};
