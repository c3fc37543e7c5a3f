import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { analyticsHandlers, COURSE_ID } from '#app/testing/analytics.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { DeliveryAnalytics } from '#domain/delivery-analytics.ts';

import { formatMinutes } from './delivery-card.tsx';

const ADDRESS = `/analytics?product=${COURSE_ID}`;

const createOrder = (number: number, email: string | null) => ({
  id: `order-${number}`,
  number,
  buyerName: `Buyer ${number}`,
  email,
  paidAt: '2026-11-19T10:00:00Z',
});

const DELIVERY: DeliveryAnalytics = {
  orders: 12,
  withFiles: 10,
  fetchedWithinDay: 7,
  unfetched: 2,
  requestedEmails: 3,
  unfetchedOrders: [createOrder(9, 'nine@example.com'), createOrder(4, null)],
  minutesToDownload: { median: 3.4, p95: 4000 },
  keysLeft: 842,
};

async function renderCard(delivery: DeliveryAnalytics | null, address = ADDRESS) {
  const { screen, rpc } = await renderApp(address, {
    ...analyticsHandlers(),
    'get-delivery-analytics': () => ({ delivery }),
    'send-delivery-emails': ({ orderIds }) => ({ emails: orderIds.length }),
  });
  await expect.element(screen.getByRole('region', { name: 'Conversion funnel' })).toBeVisible();
  return { screen, rpc, card: screen.getByRole('region', { name: 'Delivery', exact: true }) };
}

test('shows how buyers fetch what a page delivers', async () => {
  const { rpc, card } = await renderCard(DELIVERY);
  for (const text of [
    'Orders with files or keys12',
    'Downloaded within a day7 (70.0%)',
    'Not downloaded yet2 (20.0%)',
    'Emails that buyers requested again3 (25.0%)',
    'Half downloaded within3 min',
    '95% downloaded within3 days',
    'License keys left842',
  ])
    await expect.element(card).toMatchTextContent(text);
  expect(rpc.bodiesOf('get-delivery-analytics')[0]).toEqual({ pageId: COURSE_ID, period: '30d' });
});

test('lists orders without a download and emails those buyers again', async () => {
  const { screen, rpc, card } = await renderCard(DELIVERY);
  await card.getByText('Show 2 orders without a download').click();
  await expect.element(card.getByRole('link', { name: 'Buyer 9' })).toHaveAttribute('href', '/orders/order-9');
  await card.getByRole('button', { name: 'Send again' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Send this email again?' });
  await dialog.getByRole('button', { name: 'Send emails' }).click();
  await expect.element(screen.getByText('1 email queued.')).toBeVisible();
  expect(rpc.bodiesOf('send-delivery-emails')).toEqual([{ orderIds: ['order-9'] }]);
});

test('counts only orders and keys of a page that delivers no files', async () => {
  const { card } = await renderCard({
    ...DELIVERY,
    withFiles: 0,
    fetchedWithinDay: 0,
    unfetched: 0,
    unfetchedOrders: [],
    minutesToDownload: null,
  });
  await expect.element(card).toMatchTextContent('there’s nothing to download');
  await expect.element(card).not.toMatchTextContent('Not downloaded yet');
});

test.each([
  ['a page that delivers nothing', null, ADDRESS],
  ['all pages together', DELIVERY, '/analytics'],
])('hides the card for %s', async (_, delivery, address) => {
  const { card } = await renderCard(delivery, address);
  await expect.element(card).not.toBeInTheDocument();
});

test('fits on a phone', async () => {
  await page.viewport(390, 844);
  const { card } = await renderCard(DELIVERY);
  await card.getByText('Show 2 orders without a download').click();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});

test.each([
  [0.2, 'a minute'],
  [59, '59 min'],
  [90, '2 h'],
  [47 * 60, '47 h'],
  [49 * 60, '2 days'],
])('shows %d minutes as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
