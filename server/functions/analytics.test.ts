import { expect, test } from 'vitest';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS } from '#domain/analytics.ts';

import { openShop } from '#server/testing.ts';
import { openSold } from '#server/testing-orders.ts';
import { refundNewest } from '#server/testing-refunds.ts';

test('a seller without a page has figures, and all of them are nothing', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { status, body } = await seller.call('get-analytics', { period: '7d' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    level: 'basic',
    timeZone: 'UTC',
    timeZoneChosen: false,
    unit: 'day',
    before: null,
    notes: [],
    pages: [],
    figures: { views: 0, visitors: 0, started: 0, paid: 0, refunds: 0, money: [] },
  });
  expect(body.points).toHaveLength(7);
});

test('every preset and dimension is answered, and a sale with a refund stands in each', async () => {
  const sold = await openSold();
  const { seller, shop } = sold;
  await refundNewest(shop, seller, '10');
  for (const period of ANALYTICS_PRESETS.filter((preset) => !['yesterday', 'last_month'].includes(preset))) {
    const { body } = await seller.call('get-analytics', { period, compare: 'previous' });
    expect(body.figures, period).toEqual({
      views: 0,
      visitors: 0,
      started: 1,
      paid: 1,
      refunds: 1,
      money: [
        { currency: 'USD', orders: 1, orderTotal: 2900, received: 2900, refunded: 1000, lost: 0, net: 1900 },
      ],
      usd: { received: 2900, back: 1000, net: 1900, orderTotal: 2900 },
    });
    expect(body.points.reduce((all, { net }) => all + net, 0)).toBe(1900);
    expect(body.before?.figures.paid).toBe(0);
    expect(body.notes).toMatchObject([{ version: 1, changes: ['First published'] }]);
  }
  for (const by of ANALYTICS_DIMENSIONS) {
    const { body } = await seller.call('get-breakdown', { period: 'all', by });
    expect(body.rows, by).toMatchObject([{ started: 1, paid: 1, usd: { net: 1900 } }]);
    expect(body.count).toBe(1);
  }
});
