import { expect, test } from 'vitest';

import {
  toDeliverySearchParams,
  changeDeliveryParams,
  hasDeliveryFilters,
  parseDeliveryListParams,
} from './delivery-list-params.ts';

const from = (search: string) => parseDeliveryListParams(new URLSearchParams(search));
const ID = '0b8c7f7e-3a68-4b0e-8a40-3d8f6c1f2a10';

test('reads back the same params from the URL', () => {
  const params = {
    state: 'failed' as const,
    event: 'order.paid' as const,
    cursor: 'MjAyNi0xMQ_-',
    openId: ID,
  };
  expect(parseDeliveryListParams(toDeliverySearchParams(params))).toEqual(params);
  expect(toDeliverySearchParams(from('')).size).toBe(0);
});

test('ignores unknown values', () => {
  expect(from('state=lost&event=webhook.test&from=a%20b&delivery=7')).toEqual({
    state: null,
    event: null,
    cursor: null,
    openId: null,
  });
});

test('returns to the newest delivery for a new filter, and keeps the page when a delivery opens', () => {
  const params = from(`state=failed&from=abc`);
  expect(hasDeliveryFilters(params)).toBe(true);
  expect(changeDeliveryParams(params, { openId: ID })).toMatchObject({
    cursor: 'abc',
    state: 'failed',
    openId: ID,
  });
  expect(changeDeliveryParams(params, { state: null })).toMatchObject({ cursor: null, state: null });
});
