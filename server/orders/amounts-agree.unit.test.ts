import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
import { CURRENCIES, getCurrency, type Currency } from '#domain/currencies.ts';
import { formatAmount } from '#domain/money.ts';
import { listPaidLines } from '#domain/paid-lines.ts';
import { pick } from '#domain/pick.ts';
import { bumpLineKey, listBumpIds, MAIN_LINE, quoteOrder, type Quote } from '#domain/quote.ts';
import { listRefundableLines } from '#domain/refund.ts';
import { createBump } from '#domain/testing/order-bumps.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';
import { calculateUnitRefund, getLineRest, type LineRefund } from '#domain/unit-refund.ts';
import { couponParams, sessionParams } from '#server/checkout/session-params.ts';
import type { Site } from '#server/core/site.ts';
import { applyInvoice } from '#server/ledger/apply-invoice.ts';
import { applySession } from '#server/ledger/apply-session.ts';
import type { OrderAggregate, OrderLineRow, Refund } from '#server/ledger/order-aggregate.ts';
import { buildReceiptEmail } from '#server/ledger/order-emails.ts';
import { hasOrder, toOrderResource } from '#server/ledger/order-resources.ts';
import { toOrderLines, toRefundLines } from '#server/ledger/order-views.ts';
import { renderCsvHeader, renderCsvRows, renderLineCsvRows } from '#server/orders/order-csv.ts';
import type { OrderToExport } from '#server/orders/queries/order-lists.ts';
import {
  APPLY_CONTEXT,
  createAggregate,
  createPaidInvoice,
  createSessionSnapshot,
  NOON,
} from '#server/testing/order-aggregate-fixtures.ts';

const APP_URL = 'https://till.example';
const SITE: Site = { origin: APP_URL, tenantDomain: null };

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

type Purchase = {
  config: CheckoutPageConfig;
  chosen: string[];
  quantity: number;
  coupon: Coupon | null;
  refunded: number;
  /** Units of each refund, as far as they are left. */
  refundedUnits: number[];
  /** Whether the last payment is refunded instead of the first one. */
  refundsLastPayment: boolean;
};

/** Prices from Stripe's minimum on, in steps of the currency. */
function stepsOf(currency: Currency, range = 100_000): fc.Arbitrary<string> {
  const min = Math.max(1, Math.ceil((currency.minimum ?? 0) / currency.step));
  return fc.integer({ min, max: min + range }).map((steps) => formatAmount(steps * currency.step, currency.code));
}

const couponArbitrary = (currency: Currency): fc.Arbitrary<Coupon> =>
  fc.oneof(
    fc.record({
      code: fc.constant('SAVE'),
      type: fc.constant('percentage' as const),
      discount: fc.integer({ min: 1, max: 1_000_000 }).map((tenThousandths) => tenThousandths / 10_000),
      scope: fc.constantFrom('product' as const, 'all' as const),
    }),
    fc.record({
      code: fc.constant('SAVE'),
      type: fc.constant('fixed' as const),
      discount: stepsOf(currency, 10_000).map(Number),
      scope: fc.constantFrom('product' as const, 'all' as const),
    }),
  );

/** A one-time price, a subscription with or without a setup fee and a free trial, or a payment plan. */
const pricingArbitrary = (currency: Currency) =>
  fc.record({
    paymentType: fc.constantFrom('one-time' as const, 'subscription' as const, 'payment-plan' as const),
    billingFrequency: fc.constantFrom('weekly' as const, 'monthly' as const),
    paymentTerms: fc.record({
      setupFee: fc.oneof(fc.constant(''), stepsOf(currency)),
      trialDays: fc.constantFrom(0, 14),
      trialNeedsCard: fc.boolean(),
      installments: fc.integer({ min: 2, max: 24 }),
    }),
  });

type Pricing = Pick<CheckoutPageConfig, 'paymentType' | 'billingFrequency' | 'paymentTerms'>;

/** A coupon for some payments only, if the rules of the page allow it. */
function limitCoupon(coupon: Coupon, payments: number, pricing: Pricing): Coupon {
  const canEnd = pricing.paymentType === 'subscription' && pricing.paymentTerms.trialDays === 0;
  return canEnd && (payments === 1 || pricing.billingFrequency === 'monthly') ? { ...coupon, payments } : coupon;
}

/** A page in any currency with extras and quantities, what a buyer chooses on it, and a line that is refunded later. */
const purchases: fc.Arbitrary<Purchase> = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc
    .record({
      price: stepsOf(currency),
      pricing: pricingArbitrary(currency),
      bumps: fc.array(
        fc.record({ price: stepsOf(currency), billing: fc.constantFrom('one-time' as const, 'with-price' as const) }),
        { maxLength: 3 },
      ),
      chosen: fc.subarray(['a', 'b', 'c']),
      coupon: fc.option(couponArbitrary(currency), { freq: 3 }),
      discountedPayments: fc.constantFrom(null, 1, 3),
      refunded: fc.nat(3),
      quantity: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 40 })),
      tiers: fc.array(fc.record({ from: fc.integer({ min: 2, max: 40 }), price: stepsOf(currency) }), { maxLength: 5 }),
      refundedUnits: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
      refundsLastPayment: fc.boolean(),
    })
    .map(({ price, pricing, bumps, tiers, coupon: lasting, discountedPayments, ...choice }) => {
      const coupon = lasting && discountedPayments ? limitCoupon(lasting, discountedPayments, pricing) : lasting;
      // Payment plans have no quantities.
      const hasQuantity = pricing.paymentType !== 'payment-plan';
      const config = {
        ...createEmptyConfig(),
        ...pricing,
        productName: 'Course',
        price,
        currency: currency.code,
        validCoupons: coupon ? [coupon] : [],
        bumps: {
          items: bumps.map((bump, index) => createBump('abc'[index] ?? '', bump.price, { billing: bump.billing })),
          position: 'above-button' as const,
        },
        quantity: {
          enabled: hasQuantity,
          minimum: 1,
          maximum: 40,
          singular: 'seat',
          plural: 'seats',
          tiers: tiers.map((tier) => ({ ...tier, optionPrices: {} })),
        },
      };
      return { ...choice, coupon, quantity: hasQuantity ? choice.quantity : 1, config };
    }),
);

/** Shares a coupon as Stripe could: in proportion, rounded down, with the rest on the last lines that still cost something. */
function shareLikeStripe(amounts: readonly number[], discount: number): number[] {
  const total = sum(amounts);
  if (total === 0) return [...amounts];
  const shares = amounts.map((amount) => Number((BigInt(amount) * BigInt(discount)) / BigInt(total)));
  let rest = discount - sum(shares);
  for (const [index, amount] of [...amounts.entries()].toReversed()) {
    const added = Math.min(rest, amount - (shares[index] ?? 0));
    shares[index] = (shares[index] ?? 0) + added;
    rest -= added;
  }
  return shares;
}

/** What Stripe knows of an attempt: the parameters of its session, its line items and its coupon. */
function readParams({ attempt }: OrderAggregate, config: CheckoutPageConfig) {
  const params = sessionParams(attempt, config, { appUrl: APP_URL, returnSite: SITE }, null);
  const lines = (params.line_items ?? []).map(({ price_data: price, quantity = 1, metadata }) => ({
    metadata,
    quantity,
    product: String(price?.product),
    unit: price?.unit_amount ?? 0,
    isRecurring: price?.recurring !== undefined,
  }));
  return { params, lines, coupon: couponParams(attempt, config, APP_URL) };
}

type StripeCoupon = ReturnType<typeof couponParams>;

/** What a coupon takes off each line. */
function shareCoupon(lines: readonly { product: string; amount: number }[], coupon: StripeCoupon): number[] {
  const scope = coupon?.applies_to?.products;
  const scoped = coupon ? lines.filter(({ product }) => !scope || scope.includes(product)) : [];
  const amounts = scoped.map(({ amount }) => amount);
  const discount = coupon?.percent_off === 100 ? sum(amounts) : Math.min(sum(amounts), coupon?.amount_off ?? 0);
  const shares = shareLikeStripe(amounts, discount);
  return lines.map((line) => shares[scoped.indexOf(line)] ?? 0);
}

/** Completes the session of an attempt as Stripe does, from its parameters alone. */
function completeSession(aggregate: OrderAggregate, config: CheckoutPageConfig) {
  const { params, lines, coupon } = readParams(aggregate, config);
  const isTrial = params.subscription_data?.trial_period_days !== undefined;
  const due = lines.map((line) => ({
    ...line,
    amount: isTrial && line.isRecurring ? 0 : line.unit * line.quantity,
  }));
  const shares = shareCoupon(due, coupon);
  const items = due.map(({ metadata, quantity, product, unit, amount }, index) => ({
    id: `li_${index}`,
    metadata,
    quantity,
    amount_subtotal: amount,
    amount_discount: shares[index] ?? 0,
    amount_total: amount - (shares[index] ?? 0),
    price: { product, unit_amount: unit },
  }));
  const [subtotal, discount] = [sum(due.map(({ amount }) => amount)), sum(shares)];
  return createSessionSnapshot({
    mode: params.mode,
    currency: aggregate.attempt.currency.toLowerCase(),
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    ...(params.mode === 'subscription' ? { payment_intent: null, subscription: 'sub_1' } : {}),
    ...(subtotal === discount ? { payment_status: 'no_payment_required', payment_intent: null } : {}),
    line_items: { data: items },
  });
}

/** The second payment of a subscription, and one after the end of every discount that ends, as Stripe charges them. */
function listRenewals(aggregate: OrderAggregate, config: CheckoutPageConfig): number[] {
  const { lines, coupon } = readParams(aggregate, config);
  const recurring = lines
    .filter(({ isRecurring }) => isRecurring)
    .map((line) => ({ ...line, amount: line.unit * line.quantity }));
  return [2, 30].map((number) => {
    const isDiscounted = coupon?.duration === 'forever' || number <= (coupon?.duration_in_months ?? 1);
    return sum(recurring.map(({ amount }) => amount)) - (isDiscounted ? sum(shareCoupon(recurring, coupon)) : 0);
  });
}

/** The aggregate of a paid order, with two renewals of a subscription or payment plan. */
function placeOrder({ config, coupon, quantity }: Purchase, quote: Quote) {
  const { currency, original, discount, total, lines, recurring } = quote;
  const attempt = {
    currency,
    original,
    discount,
    total,
    quantity,
    lines: [...lines],
    couponCode: coupon?.code ?? null,
    trialDays: recurring?.trialDays || null,
    installments: recurring?.installments ?? null,
  };
  const open = createAggregate(attempt, recurring ? 'monthly' : null);
  let paid = applySession(open, completeSession(open, config), APPLY_CONTEXT);
  const amounts = recurring ? [total, ...listRenewals(open, config)] : [];
  for (const [index, amount] of amounts.entries()) {
    const invoice = createPaidInvoice({
      id: `in_${index}`,
      billing_reason: index === 0 ? 'subscription_create' : 'subscription_cycle',
      currency: currency.toLowerCase(),
      amount_paid: amount,
    });
    paid = applyInvoice(paid, invoice, APPLY_CONTEXT);
  }
  if (!hasOrder(paid)) throw new Error('The session made no order');
  return paid;
}

/** Cells of a row by header, in minor units; the texts contain neither commas nor quotes. */
const readAmount = (header: string, row: string, column: string, currency: string): number =>
  Math.round(Number(readCell(header, row, column)) * 10 ** getCurrency(currency).decimals);

function readCell(header: string, row: string, column: string): string {
  const index = header.replace('\ufeff', '').trim().replaceAll('"', '').split(',').indexOf(column);
  return row.trim().split(',')[index] ?? '';
}

const EXPORTED = {
  termsRequired: false,
  termsAccepted: false,
  checkoutStartedAt: NOON.toISOString(),
  slug: null,
  answers: [],
  entitlementStates: [],
};

/** Ten thousand orders take longer than the usual limit on a busy machine. */
const TIMEOUT_MS = 300_000;

/** The amounts of each receipt agree with each other and with its payment; a free start has a receipt, too. */
function expectReceipts(aggregate: ReturnType<typeof placeOrder>): void {
  const { order, sales } = aggregate;
  for (const sale of order.total === 0 ? [null, ...sales] : sales) {
    const receipt = buildReceiptEmail({ ...aggregate, sale, businessName: null });
    const { items = [], original, discount, paid } = receipt.order;
    const itemSum = sum(items.map(({ amount }) => amount));
    expect([itemSum, itemSum - discount, paid]).toEqual([original, paid, sale?.amount ?? 0]);
  }
}

test('session, payments, receipts, CSV and API agree with the quote to the minor unit', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(purchases, (purchase) => {
      const { config, chosen, quantity, coupon } = purchase;
      const quote = quoteOrder(config, { bumps: chosen, quantity }, coupon);
      if ('error' in quote) return;
      const aggregate = placeOrder(purchase, quote);
      const { order, lines, sales } = aggregate;
      const source = { ...aggregate, customerId: null };
      const amounts = [quote.original, quote.discount, quote.total];
      expect([order.original, order.discount, order.total]).toEqual(amounts);
      const { recurring } = quote;
      const discounted = recurring?.discounted;
      const second = discounted && discounted.payments > 1 ? discounted.amount : recurring?.amount;
      expect(sales.map(({ amount }) => amount)).toEqual(
        [quote.total, ...(recurring ? [second, recurring.amount] : [])].filter((amount) => amount !== 0),
      );
      expect(order.bumps).toEqual(listBumpIds(quote.lines));
      expect(lines.map((line) => [line.key, line.quantity, line.unit, line.unit * line.quantity])).toEqual(
        quote.lines.map((line) => [line.key, line.key === MAIN_LINE ? quantity : 1, line.unit, line.subtotal]),
      );
      for (const [index, line] of lines.entries()) {
        expect([line.subtotal - line.discount, line.discount >= 0, line.total >= 0]).toEqual([line.total, true, true]);
        // Stripe rounds each share to a minor unit, we to a step of the currency.
        const { step } = getCurrency(quote.currency);
        expect(Math.abs(line.total - (quote.lines[index]?.total ?? 0))).toBeLessThanOrEqual(lines.length * step);
      }
      expectReceipts(aggregate);
      const resource = toOrderResource(source, []);
      expect([resource.amounts.subtotal, resource.amounts.discount, resource.amounts.total]).toEqual(amounts);
      const dueItems = resource.lineItems.filter(({ afterTrial }) => !afterTrial);
      expect(sum(dueItems.map(({ total }) => total))).toBe(quote.total);
      const row = { ...order, ...EXPORTED, quantity, lines: lines.map((line) => ({ ...line, refunded: 0 })) };
      const exported = [{ ...row, createdAt: '', paidAt: '' }] as unknown as OrderToExport[];
      const columns = config.bumps.items.map((bump) => ({ id: bumpLineKey(bump), label: bump.title }));
      const [header, csvRow] = [
        renderCsvHeader(columns),
        renderCsvRows(
          exported,
          APP_URL,
          columns.map(({ id }) => id),
        ),
      ];
      expect(readAmount(header, csvRow, 'Total', quote.currency)).toBe(quote.total);
      expect(readCell(header, csvRow, 'Quantity')).toBe(String(quantity));
      expect(columns.map(({ label }) => readAmount(header, csvRow, label, quote.currency))).toEqual(
        columns.map(({ id }) => lines.find(({ key }) => key === id)?.total ?? 0),
      );
      expect(renderLineCsvRows(exported, APP_URL).trim().split('\r\n')).toHaveLength(lines.length);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});

/** Refunds of all units of a line, in the given sizes and one of what is left. */
function refundAllUnits(line: OrderLineRow, sizes: readonly number[], currency: string): LineRefund[] {
  const refunds: LineRefund[] = [];
  for (const size of [...sizes, line.quantity]) {
    const units = Math.min(size, getLineRest(line, refunds).quantity);
    const amount = calculateUnitRefund(line, refunds, units, currency);
    if (units > 0) refunds.push({ amount, quantity: units });
  }
  return refunds;
}

test('refunds of all units of a line of a payment add up to it in order and API', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(purchases, (purchase) => {
      const { config, chosen, quantity, coupon, refunded, refundedUnits, refundsLastPayment } = purchase;
      const quote = quoteOrder(config, { bumps: chosen, quantity }, coupon);
      if ('error' in quote) return;
      const aggregate = placeOrder(purchase, quote);
      const { lines, sales, order } = aggregate;
      const sale = sales.at(refundsLastPayment ? -1 : 0);
      if (!sale) return;
      const paidLines = listPaidLines(lines, sale);
      const line = paidLines[refunded % paidLines.length];
      if (!line || line.total === 0) return;
      const lineRefunds = refundAllUnits(line, refundedUnits, quote.currency);
      const refunds = lineRefunds.map(({ amount }, index) => ({
        ...({ saleId: sale.id, amount, state: 'succeeded', createdAt: NOON, updatedAt: NOON } as Refund),
        id: `r${index}`,
      }));
      const refundLines = lineRefunds.map((part, index) => ({ ...part, refundId: `r${index}`, orderLineId: line.id }));
      const source = { ...aggregate, customerId: null, refunds, refundLines };
      const resource = toOrderResource(source, ['refunds']);
      expect(resource.lineItems.map((item) => [item.refunded, item.refundedQuantity])).toEqual(
        lines.map(({ id }) => (id === line.id ? [line.total, line.quantity] : [0, 0])),
      );
      expect(sum(resource.refunds?.map(({ amount }) => amount) ?? [])).toBe(line.total);
      const detail = {
        lines: toOrderLines(order, source),
        refunds: refunds.map((refund) => ({
          ...pick(refund, ['id', 'amount', 'state', 'reason']),
          paymentId: sale.id,
          failure: null,
          lines: toRefundLines(refund, source),
          createdAt: '',
        })),
      };
      const { id, renewal, amount } = sale;
      const payment = { id, renewal, amount, refundable: amount - line.total };
      const refundable = listRefundableLines(detail, payment);
      expect(refundable.some(({ key }) => key === line.key)).toBe(false);
      expect(sum(refundable.map(({ rest }) => rest))).toBe(amount - line.total);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
