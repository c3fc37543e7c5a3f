import { formatPriceMessages } from '#content/messages/format-price.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { BundleItem } from './bundle.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { getCurrency } from './currencies.ts';
import { BUMP_PREFIX } from './deliverable.ts';
import { parsePrice, validateSum, validateTotal, type ParsedPrice } from './money.ts';
import { BASE_OPTION, configForOption } from './offer.ts';
import { listOfferedBumps, type OrderBump } from './order-bump.ts';
import type { BillingInterval } from './order.ts';
import { listDueLines } from './paid-lines.ts';
import { getDefaultQuantity, getUnitPrice } from './quantity.ts';
import { shareAmount } from './share-amount.ts';

/** Amounts that a buyer pays, in minor units of the page's currency: `original` minus `discount` is `total`. */
export type Amounts = { original: number; discount: number; total: number };

/** Key of the line of the page's own product. */
export const MAIN_LINE = 'main';

/** Prefix of the keys of a bundle's lines: `item:1`. */
export const ITEM_PREFIX = 'item:';

/** Key of the line of a setup fee. */
export const SETUP_FEE_LINE = 'setup-fee';

/**
 * One position of an order. `key`: `main`, `setup-fee`, `bump:` with the id of the order bump, or `item:` with the number of
 * the product of a bundle. Minor units. `afterTrial`: nothing is due for it before the free trial ends; its amounts are those
 * of the first payment after it.
 */
export type QuoteLine = {
  key: string;
  name: string;
  kind: 'one_time' | 'recurring';
  unit: number;
  quantity: number;
  subtotal: number;
  discount: number;
  total: number;
  afterTrial?: boolean;
  /** Of a bundle: the page whose product the line is, at this price option. */
  item?: QuoteItem;
};

/**
 * `image`: of the page when the order was quoted. `alreadyPaid`: what the buyer had paid for the product before. The line then
 * costs nothing, delivers nothing again, and lowers the price of the bundle by this amount.
 */
export type QuoteItem = { pageId: string; optionId: string; image?: string | null; alreadyPaid?: number };

/**
 * What a buyer pays at once, and the lines of the order. `recurring`: what they pay in each period in the end; null for a
 * one-time price. `discounted`: what they pay in each of the first `payments` periods, with a coupon that does not last.
 * `trialDays`: length of the free trial before the first period, or 0. `installments`: number of all payments of a payment
 * plan; null for a subscription.
 */
export type Quote = Amounts & {
  currency: string;
  lines: readonly QuoteLine[];
  recurring: {
    amount: number;
    billing: BillingInterval;
    discounted: { amount: number; payments: number } | null;
    trialDays: number;
    installments: number | null;
  } | null;
};

/**
 * Why the sale is impossible: a price or the coupon is unreadable, or Stripe does not accept a payment. `refused`: its
 * amount, which is the total or that of a later payment.
 */
export type QuoteError =
  | { error: string; at: 'price' | 'coupon' }
  | (Quote & { error: string; at: 'total'; refused: number });

export type QuotedConfig = Pick<
  CheckoutPageConfig,
  | 'productName'
  | 'price'
  | 'currency'
  | 'paymentType'
  | 'billingFrequency'
  | 'paymentTerms'
  | 'priceOptions'
  | 'bumps'
  | 'quantity'
>;

/**
 * A price option, the ids of the order bumps that the buyer added, and how many they buy; by default the smallest quantity.
 * `bundleItems`: the products of a bundle, which share its price. Totals are the same without them.
 */
export type QuotedChoice = {
  optionId?: string | null;
  bumps?: readonly string[];
  quantity?: number;
  bundleItems?: readonly BundleItem[];
};

/**
 * Prices an order. Everything that shows or charges a price uses this function. Order of arithmetic: unit times quantity,
 * then the coupon on the sum of the lines of its scope, then its share of each line. An order bump that is not offered with
 * the chosen price is left out.
 */
export function quoteOrder(
  config: QuotedConfig,
  choice: QuotedChoice = {},
  coupon: Coupon | null = null,
): Quote | QuoteError {
  const optionId = choice.optionId ?? BASE_OPTION;
  const priced = configForOption(config, optionId) ?? config;
  const { currency } = config;
  const quantity = choice.quantity ?? getDefaultQuantity(config);
  const main = createLine(priced, {
    key: MAIN_LINE,
    name: priced.productName,
    price: getUnitPrice(config, optionId, quantity),
    quantity,
    isRecurring: priced.paymentType !== 'one-time',
  });
  const trialDays = getTrialDays(priced);
  const products = 'error' in main ? [main] : createProductLines(main, choice.bundleItems ?? [], currency);
  const lines: QuoteLine[] = [];
  for (const line of [
    ...products,
    ...createFeeLines(priced),
    ...createBumpLines(config, optionId, choice.bumps ?? []),
  ]) {
    if ('error' in line) return { ...line, at: 'price' };
    lines.push(trialDays > 0 && line.kind === 'recurring' ? { ...line, afterTrial: true } : line);
  }
  const scoped = coupon ? listLinesInScope(lines, coupon, priced) : [];
  const couponDiscount = coupon ? calculatePaymentDiscount(scoped, coupon, priced) : { amount: 0 };
  if ('error' in couponDiscount) return { ...couponDiscount, at: 'coupon' };
  return toQuote(withDiscount(lines, scoped, couponDiscount.amount, currency), priced, coupon?.payments ?? null);
}

type PaymentTerms = Pick<QuotedConfig, 'paymentType' | 'paymentTerms'>;

/** Days of the free trial of a price; 0 without one. */
export const getTrialDays = ({ paymentType, paymentTerms }: PaymentTerms): number =>
  paymentType === 'subscription' ? paymentTerms.trialDays : 0;

/** Number of all payments of a payment plan; null for every other price. */
export const getInstallments = ({ paymentType, paymentTerms }: PaymentTerms): number | null =>
  paymentType === 'payment-plan' ? paymentTerms.installments : null;

function toQuote(
  lines: readonly QuoteLine[],
  priced: QuotedConfig,
  discountedPayments: number | null,
): Quote | QuoteError {
  const { currency } = priced;
  const due = listDueLines(lines);
  const amounts = {
    original: sumColumn(due, 'subtotal'),
    discount: sumColumn(due, 'discount'),
    total: sumColumn(due, 'total'),
  };
  const recurring = toRecurring(lines, priced, discountedPayments);
  const quote = { ...amounts, currency, lines, recurring };
  const later = recurring?.discounted?.amount ?? recurring?.amount ?? 0;
  const error = validateTotal(amounts.total, currency) ?? validateSum(amounts.original, currency);
  if (error) return { ...quote, error, at: 'total', refused: amounts.total };
  const laterError = validateTotal(later, currency);
  return laterError ? { ...quote, error: laterError, at: 'total', refused: later } : quote;
}

function toRecurring(
  lines: readonly QuoteLine[],
  priced: QuotedConfig,
  discountedPayments: number | null,
): Quote['recurring'] {
  if (priced.paymentType === 'one-time') return null;
  const recurringLines = lines.filter(({ kind }) => kind === 'recurring');
  const [regular, discounted] = [sumColumn(recurringLines, 'subtotal'), sumColumn(recurringLines, 'total')];
  const ends = discountedPayments !== null && discounted < regular;
  return {
    amount: ends ? regular : discounted,
    billing: priced.billingFrequency,
    discounted: ends ? { amount: discounted, payments: discountedPayments } : null,
    trialDays: getTrialDays(priced),
    installments: getInstallments(priced),
  };
}

/**
 * The discount of one payment. A fixed amount is taken off the sum of all installments of a payment plan; each of them is
 * rounded down to a step of the currency.
 */
function calculatePaymentDiscount(scoped: readonly QuoteLine[], coupon: Coupon, priced: QuotedConfig): ParsedPrice {
  const payment = sumColumn(scoped, 'subtotal');
  const installments = coupon.type === 'fixed' ? (getInstallments(priced) ?? 1) : 1;
  const discount = calculateDiscount(payment * installments, coupon, priced.currency);
  if ('error' in discount || installments === 1) return discount;
  const { step } = getCurrency(priced.currency);
  const rest = Math.max(0, payment * installments - discount.amount);
  return { amount: payment - Math.floor(rest / (installments * step)) * step };
}

type LineInput = Pick<QuoteLine, 'key' | 'name' | 'quantity'> & { price: string; isRecurring: boolean };

function createLine(
  { currency }: Pick<QuotedConfig, 'currency'>,
  { key, name, price, quantity, isRecurring }: LineInput,
): QuoteLine | { error: string } {
  const parsed = parsePrice(price.trim(), currency);
  if ('error' in parsed) return parsed;
  const { amount: unit } = parsed;
  const kind = isRecurring ? 'recurring' : 'one_time';
  const subtotal = unit * quantity;
  return { key, name, kind, unit, quantity, subtotal, discount: 0, total: subtotal };
}

/** The lines of a bundle's products, whose prices share that of the bundle; for every other page its own line. */
function createProductLines(main: QuoteLine, items: readonly BundleItem[], currency: string): QuoteLine[] {
  if (items.length === 0) return [main];
  const bought = items.filter(({ paid }) => paid === undefined);
  const shares = shareAmount(
    main.subtotal,
    bought.map(({ price }) => price),
    getCurrency(currency).step,
  );
  return items.map((item, index) => {
    const { pageId, optionId, name, image, paid } = item;
    const share = shares[bought.indexOf(item)] ?? 0;
    const alreadyPaid = paid === undefined ? {} : { alreadyPaid: paid };
    return {
      ...main,
      key: `${ITEM_PREFIX}${index + 1}`,
      name,
      unit: share,
      subtotal: share,
      total: share,
      item: { pageId, optionId, image, ...alreadyPaid },
    };
  });
}

const createFeeLines = ({ paymentType, paymentTerms: { setupFee }, ...priced }: QuotedConfig) =>
  paymentType === 'subscription' && setupFee !== ''
    ? [
        createLine(priced, {
          key: SETUP_FEE_LINE,
          name: formatPriceMessages.setupFee,
          price: setupFee,
          quantity: 1,
          isRecurring: false,
        }),
      ]
    : [];

const createBumpLines = (config: QuotedConfig, optionId: string, ids: readonly string[]) =>
  listOfferedBumps(config, optionId)
    .filter(({ id }) => ids.includes(id))
    .map((bump) =>
      createLine(config, {
        key: bumpLineKey(bump),
        name: bump.title,
        price: bump.price,
        quantity: 1,
        isRecurring: bump.billing === 'with-price',
      }),
    );

/** The only line of an order that was placed before orders had lines. */
export const createMainLine = ({
  name,
  kind,
  original,
  discount,
  total,
}: Amounts & Pick<QuoteLine, 'name' | 'kind'>): QuoteLine => ({
  key: MAIN_LINE,
  name,
  kind,
  unit: original,
  quantity: 1,
  subtotal: original,
  discount,
  total,
});

/** Of a bundle: the pages whose products its order delivers. */
export const listDeliveredPages = (lines: readonly Pick<QuoteLine, 'item'>[]): string[] =>
  lines.flatMap(({ item }) => (item && item.alreadyPaid === undefined ? [item.pageId] : []));

/** Whether a line is of the product itself: its own line, or that of a product of the bundle. */
const isProductLine = ({ key }: Pick<QuoteLine, 'key'>): boolean => key === MAIN_LINE || key.startsWith(ITEM_PREFIX);

/** Price of all units of the product itself, without order bumps and before the coupon: coupons with a minimum compare it. */
export const getProductAmount = ({ lines }: Pick<Quote, 'lines'>): number =>
  sumColumn(lines.filter(isProductLine), 'subtotal');

export const bumpLineKey = ({ id }: Pick<OrderBump, 'id'>): string => BUMP_PREFIX + id;

/** Ids of the order bumps in an order. */
export const listBumpIds = (lines: readonly Pick<QuoteLine, 'key'>[]): string[] =>
  lines.flatMap(({ key }) => (key.startsWith(BUMP_PREFIX) ? [key.slice(BUMP_PREFIX.length)] : []));

/** The lines that a coupon lowers. */
export const listLinesInScope = (
  lines: readonly QuoteLine[],
  coupon: Coupon,
  config: Pick<QuotedConfig, 'paymentType'>,
): QuoteLine[] => lines.filter((line) => isInScope(line, coupon, config));

/**
 * A coupon of a subscription lowers every payment by the same amount, so it takes nothing off a one-time order bump, which
 * only the first payment contains.
 */
const isInScope = (line: QuoteLine, { scope }: Coupon, { paymentType }: Pick<QuotedConfig, 'paymentType'>): boolean =>
  isProductLine(line) || (scope === 'all' && (line.kind === 'recurring' || paymentType === 'one-time'));

export const sumColumn = (lines: readonly QuoteLine[], column: 'subtotal' | 'discount' | 'total'): number =>
  lines.reduce((total, line) => total + line[column], 0);

/** What a coupon takes off each payment, also where nothing is due before a free trial ends. */
export const getDiscount = ({ lines }: Pick<Quote, 'lines'>): number => sumColumn(lines, 'discount');

/** What a coupon takes off a payment, or off all payments of a payment plan. */
export const getSaving = ({ lines, recurring }: Pick<Quote, 'lines' | 'recurring'>): number =>
  getDiscount({ lines }) * (recurring?.installments ?? 1);

/** Shares a discount among the lines of its scope in proportion to their amounts. It never exceeds the sum of these lines. */
function withDiscount(
  lines: readonly QuoteLine[],
  scoped: readonly QuoteLine[],
  couponDiscount: number,
  currency: string,
): QuoteLine[] {
  const scopedSum = sumColumn(scoped, 'subtotal');
  const discount = Math.min(scopedSum, couponDiscount);
  if (discount === 0) return [...lines];
  const shares = shareAmount(
    discount,
    scoped.map(({ subtotal }) => subtotal),
    getCurrency(currency).step,
  );
  return lines.map((line) => {
    const amount = shares[scoped.indexOf(line)] ?? 0;
    return { ...line, discount: amount, total: line.subtotal - amount };
  });
}

/** Discount of a coupon on an amount, or an error message if the discount is invalid. */
export function calculateDiscount(amount: number, coupon: Coupon, currency: string): ParsedPrice {
  if (coupon.type === 'percentage') {
    const fraction = parsePercentage(coupon.discount);
    return fraction
      ? { amount: roundShare(amount, fraction, getCurrency(currency).step) }
      : { error: pageRuleMessages.coupons.percentage };
  }
  const parsed = parsePrice(String(coupon.discount), currency, 'discount');
  return 'amount' in parsed && parsed.amount === 0 ? { error: pageRuleMessages.coupons.fixed } : parsed;
}

const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** Converts a percentage into [numerator, denominator]: 12.5 is 125 of 1000. Null outside (0, 100]. */
export function parsePercentage(discount: number): [bigint, bigint] | null {
  const match = PERCENTAGE.exec(String(discount));
  if (!match) return null;
  const [, integerPart = '', decimals = ''] = match;
  const numerator = BigInt(integerPart + decimals);
  const denominator = 100n * 10n ** BigInt(decimals.length);
  return numerator > 0n && numerator <= denominator ? [numerator, denominator] : null;
}

/** Rounds half up to a multiple of the currency's step. */
function roundShare(amount: number, [numerator, denominator]: [bigint, bigint], step: number): number {
  const unit = denominator * BigInt(step);
  const doubled = 2n * BigInt(amount) * numerator + unit;
  return Number(doubled / (2n * unit)) * step;
}
