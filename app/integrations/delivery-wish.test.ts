import { expect, test } from 'vitest';

import { addressOf, changed, isNarrowed, wishFrom } from './delivery-wish.ts';

const from = (search: string) => wishFrom(new URLSearchParams(search));
const ID = '0b8c7f7e-3a68-4b0e-8a40-3d8f6c1f2a10';

test('reads back the same params from the URL', () => {
  const wish = {
    state: 'failed' as const,
    event: 'order.paid' as const,
    cursor: 'MjAyNi0xMQ_-',
    open: ID,
  };
  expect(wishFrom(addressOf(wish))).toEqual(wish);
  expect(addressOf(from('')).size).toBe(0);
});

test('ignores unknown values', () => {
  expect(from('state=lost&event=webhook.test&from=a%20b&delivery=7')).toEqual({
    state: null,
    event: null,
    cursor: null,
    open: null,
  });
});

test('returns to the newest delivery for a new filter, and keeps the page when a delivery opens', () => {
  const wish = from(`state=failed&from=abc`);
  expect(isNarrowed(wish)).toBe(true);
  expect(changed(wish, { open: ID })).toMatchObject({ cursor: 'abc', state: 'failed', open: ID });
  expect(changed(wish, { state: null })).toMatchObject({ cursor: null, state: null });
});
