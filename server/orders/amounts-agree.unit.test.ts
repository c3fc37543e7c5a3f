import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
import { CURRENCIES, getCurrency, type Currency } from '#domain/currencies.ts';
import { formatAmount } from '#domain/money.ts';
import { pick } from '#domain/pick.ts';
import { bumpLineKey, listBumpIds, MAIN_LINE, quoteOrder, type Quote } from '#domain/quote.ts';
import { listRefundableLines } from '#domain/refund.ts';
import { createBump } from '#domain/testing/order-bumps.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';
import { calculateUnitRefund, getLineRest, type LineRefund } from '#domain/unit-refund.ts';
import { couponParams, sessionParams } from '#server/checkout/session-params.ts';
import type { Site } from '#server/core/site.ts';
import { applySession } from '#server/ledger/apply-session.ts';
import type { OrderAggregate, OrderLineRow, Refund } from '#server/ledger/order-aggregate.ts';
import { hasOrder, toOrderResource } from '#server/ledger/order-resources.ts';
import { toOrderLines, toRefundLines } from '#server/ledger/order-views.ts';
import { toReceiptItems } from '#server/ledger/receipt-items.ts';
import { renderCsvHeader, renderCsvRows, renderLineCsvRows } from '#server/orders/order-csv.ts';
import type { OrderToExport } from '#server/orders/queries/order-lists.ts';
import {
  APPLY_CONTEXT,
  createAggregate,
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

/** A page in any currency with extras and quantities, what a buyer chooses on it, and a line that is refunded later. */
const purchases: fc.Arbitrary<Purchase> = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc
    .record({
      price: stepsOf(currency),
      bumpPrices: fc.array(stepsOf(currency), { maxLength: 3 }),
      chosen: fc.subarray(['a', 'b', 'c']),
      coupon: fc.option(couponArbitrary(currency), { freq: 3 }),
      refunded: fc.nat(3),
      quantity: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 40 })),
      tiers: fc.array(fc.record({ from: fc.integer({ min: 2, max: 40 }), price: stepsOf(currency) }), { maxLength: 5 }),
      refundedUnits: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    })
    .map(({ price, bumpPrices, tiers, ...choice }) => ({
      ...choice,
      config: {
        ...createEmptyConfig(),
        productName: 'Course',
        price,
        currency: currency.code,
        validCoupons: choice.coupon ? [choice.coupon] : [],
        bumps: {
          items: bumpPrices.map((bumpPrice, index) => createBump('abc'[index] ?? '', bumpPrice)),
          position: 'above-button' as const,
        },
        quantity: {
          enabled: true,
          minimum: 1,
          maximum: 40,
          singular: 'seat',
          plural: 'seats',
          tiers: tiers.map((tier) => ({ ...tier, optionPrices: {} })),
        },
      },
    })),
);

/** Shares a coupon as Stripe could: in proportion, rounded down, with the rest on the last lines that still cost something. */
function shareLikeStripe(amounts: readonly number[], discount: number): number[] {
  const total = sum(amounts);
  const shares = amounts.map((amount) => Number((BigInt(amount) * BigInt(discount)) / BigInt(total)));
  let rest = discount - sum(shares);
  for (const [index, amount] of [...amounts.entries()].toReversed()) {
    const added = Math.min(rest, amount - (shares[index] ?? 0));
    shares[index] = (shares[index] ?? 0) + added;
    rest -= added;
  }
  return shares;
}

/** Completes the session of an attempt as Stripe does, from its parameters alone. */
function completeSession({ attempt }: OrderAggregate, config: CheckoutPageConfig) {
  const params = sessionParams(attempt, config, { appUrl: APP_URL, returnSite: SITE }, null);
  const coupon = couponParams(attempt, config, APP_URL);
  const lines = (params.line_items ?? []).map(({ price_data: price, quantity = 1, metadata }) => ({
    metadata,
    quantity,
    product: String(price?.product),
    subtotal: (price?.unit_amount ?? 0) * quantity,
  }));
  const scope = coupon?.applies_to?.products;
  const scoped = coupon ? lines.filter(({ product }) => !scope || scope.includes(product)) : [];
  const scopedSum = scoped.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const discount = coupon?.percent_off === 100 ? scopedSum : Math.min(scopedSum, coupon?.amount_off ?? 0);
  const shares = shareLikeStripe(
    scoped.map(({ subtotal }) => subtotal),
    discount,
  );
  const items = lines.map((line, index) => {
    const share = shares[scoped.indexOf(line)] ?? 0;
    return {
      id: `li_${index}`,
      metadata: line.metadata,
      quantity: line.quantity,
      amount_subtotal: line.subtotal,
      amount_discount: share,
      amount_total: line.subtotal - share,
      price: { product: line.product },
    };
  });
  const subtotal = lines.reduce((sum, line) => sum + line.subtotal, 0);
  return createSessionSnapshot({
    currency: attempt.currency.toLowerCase(),
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    ...(subtotal === discount ? { payment_status: 'no_payment_required', payment_intent: null } : {}),
    line_items: { data: items },
  });
}

/** The aggregate of a paid order. */
function placeOrder({ config, coupon, quantity }: Purchase, quote: Quote) {
  const { currency, original, discount, total, lines } = quote;
  const couponCode = coupon?.code ?? null;
  const open = createAggregate({ currency, original, discount, total, couponCode, lines: [...lines], quantity });
  const paid = applySession(open, completeSession(open, config), APPLY_CONTEXT);
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
};

/** Ten thousand orders take longer than the usual limit on a busy machine. */
const TIMEOUT_MS = 300_000;

test('session, order, receipt, CSV and API agree with the quote to the minor unit', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(purchases, (purchase) => {
      const { config, chosen, quantity, coupon } = purchase;
      const quote = quoteOrder(config, { bumps: chosen, quantity }, coupon);
      if ('error' in quote) return;
      const { order, lines } = placeOrder(purchase, quote);
      const source = { ...placeOrder(purchase, quote), order, lines, customerId: null };
      const amounts = [quote.original, quote.discount, quote.total];
      expect([order.original, order.discount, order.total]).toEqual(amounts);
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
      expect(sum(toReceiptItems(order, lines).map(({ amount }) => amount)) - order.discount).toBe(order.total);
      const resource = toOrderResource(source, []);
      expect([resource.amounts.subtotal, resource.amounts.discount, resource.amounts.total]).toEqual(amounts);
      expect(sum(resource.lineItems.map(({ total }) => total))).toBe(quote.total);
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
      const [main] = lines;
      const inColumns = columns.map(({ label }) => readAmount(header, csvRow, label, quote.currency));
      expect(sum(inColumns) + (main?.total ?? 0)).toBe(quote.total);
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

test('refunds of all units of a line add up to it in the order and the API, and leave nothing to refund', () => {
  fc.assert(
    fc.property(purchases, (purchase) => {
      const { config, chosen, quantity, coupon, refunded, refundedUnits } = purchase;
      const quote = quoteOrder(config, { bumps: chosen, quantity }, coupon);
      if ('error' in quote || quote.total === 0) return;
      const aggregate = placeOrder(purchase, quote);
      const { lines, sales, order } = aggregate;
      const [sale] = sales;
      const line = lines[refunded % lines.length];
      if (!sale || !line || line.total === 0) return;
      const lineRefunds = refundAllUnits(line, refundedUnits, quote.currency);
      const refunds = lineRefunds.map(({ amount }, index) => ({
        ...({ saleId: sale.id, amount, state: 'succeeded', createdAt: NOON, updatedAt: NOON } as Refund),
        id: `r${index}`,
      }));
      const refundLines = lineRefunds.map((part, index) => ({ ...part, refundId: `r${index}`, orderLineId: line.id }));
      const source = { ...aggregate, customerId: null, refunds, refundLines };
      const resource = toOrderResource(source, ['refunds']);
      expect(resource.lineItems.map((item) => [item.refunded, item.refundedQuantity])).toEqual(
        lines.map(({ id, total }) => (id === line.id ? [total, line.quantity] : [0, 0])),
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
      const payment = { id: sale.id, renewal: false, amount: sale.amount, refundable: sale.amount - line.total };
      const refundable = listRefundableLines(detail, payment);
      expect(refundable.some(({ key }) => key === line.key)).toBe(false);
      expect(sum(refundable.map(({ rest }) => rest))).toBe(order.total - line.total);
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
