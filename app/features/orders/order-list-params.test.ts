import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ORDER_FILTER_STATES } from '#domain/order-filter.ts';

import {
  toOrderSearchParams,
  changeOrderParams,
  toOrderFilter,
  hasFilters,
  parseOrderListParams,
  type OrderListParams,
  PERIODS,
} from './order-list-params.ts';

const NO_ORDER_PARAMS = parseOrderListParams(new URLSearchParams());

const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const paramsArbitrary: fc.Arbitrary<OrderListParams> = fc
  .record({
    search: fc.string({ unit: 'grapheme', maxLength: 40 }),
    state: maybe(fc.constantFrom(...ORDER_FILTER_STATES)),
    pageId: maybe(fc.uuid()),
    coupon: maybe(fc.string({ minLength: 1, maxLength: 20 })),
    bump: maybe(fc.constantFrom('workbook', '1a2b3c4d')),
    paymentMethod: maybe(fc.constantFrom('card', 'ideal')),
    period: maybe(fc.constantFrom(...PERIODS)),
    from: maybe(day.map((date) => date.toISOString().slice(0, 10))),
    to: maybe(day.map((date) => date.toISOString().slice(0, 10))),
    page: fc.integer({ min: 1, max: 9999 }),
    upTo: maybe(fc.integer({ min: 1, max: 99_999_999 })),
  })
  .map((params) => ({
    ...params,
    period: params.from || params.to ? null : params.period,
    upTo: params.page > 1 ? params.upTo : null,
  }));

test('reads back the same params from the URL', () => {
  fc.assert(
    fc.property(paramsArbitrary, (params) => {
      expect(parseOrderListParams(new URLSearchParams(toOrderSearchParams(params).toString()))).toEqual(params);
    }),
  );
});

test('accepts any URL', () => {
  const address = 'q=x&state=gone&product=1&coupon=&period=ever&from=2026-99-99&to=now&page=-1&upto=9';
  expect(parseOrderListParams(new URLSearchParams(address))).toEqual({ ...NO_ORDER_PARAMS, search: 'x' });
  expect(parseOrderListParams(new URLSearchParams({ q: 'x'.repeat(999) })).search).toHaveLength(200);
});

test('prefers custom days to a period', () => {
  const params = parseOrderListParams(new URLSearchParams('period=this-month&from=2026-01-01'));
  expect([params.period, params.from, params.to]).toEqual([null, '2026-01-01', null]);
});

test('returns to the first page when a filter changes', () => {
  const params = { ...NO_ORDER_PARAMS, search: 'kiln', page: 4, upTo: 1047 };
  expect(changeOrderParams(params, { state: 'paid' })).toEqual({
    ...NO_ORDER_PARAMS,
    search: 'kiln',
    state: 'paid',
  });
});

test('counts everything except the page as a filter', () => {
  expect(hasFilters({ ...NO_ORDER_PARAMS, page: 4, upTo: 9 })).toBe(false);
  expect(hasFilters({ ...NO_ORDER_PARAMS, coupon: 'A' })).toBe(true);
});

test('sends only set filters to the server', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(toOrderFilter(NO_ORDER_PARAMS, now)).toEqual({});
  expect(toOrderFilter({ ...NO_ORDER_PARAMS, search: '  ', period: 'this-month', coupon: 'A' }, now)).toEqual({
    coupon: 'A',
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(toOrderFilter({ ...NO_ORDER_PARAMS, search: ' kiln ', to: '2026-01-01' }, now)).toEqual({
    search: 'kiln',
    to: '2026-01-01',
  });
});
