import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import {
  createDeliveryHandlers,
  createEntitlement,
  createLicense,
  LICENSE_KEY_START,
} from '#app/testing/entitlements.ts';
import { createOrderDetail, ORDER_ID } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { OrderEntitlement } from '#domain/entitlement.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

const ADDRESS = `/orders/${ORDER_ID}`;

async function renderOrder(entitlements: OrderEntitlement[], order: Partial<OrderDetail> = {}) {
  const { screen, rpc } = await renderApp(
    ADDRESS,
    createDeliveryHandlers(createOrderDetail({ entitlements, ...order })),
  );
  return { screen, rpc, card: screen.getByRole('region', { name: 'Delivered' }) };
}

test('hides the card of an order that delivers nothing', async () => {
  const { screen, card } = await renderOrder([]);
  await expect.element(screen.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test('says in plain words who has access, why not, and what was downloaded', async () => {
  const file = createEntitlement({
    downloads: { count: 12, firstAt: '2026-03-02T11:00:00Z', lastAt: '2026-03-05T09:00:00Z' },
    endsAt: '2026-05-02T10:00:00Z',
  });
  const { card } = await renderOrder([
    file,
    createEntitlement({ id: 'paused', name: 'Videos', state: 'paused', reason: 'disputed' }),
    createEntitlement({ id: 'ended', name: 'Forum', kind: 'link', state: 'ended', reason: 'refunded' }),
    createEntitlement({ id: 'waiting', name: 'Notes', kind: 'text', state: 'waiting', reason: 'payment_pending' }),
  ]);
  const rowOf = (name: string) => card.getByRole('listitem').filter({ hasText: name });
  await expect.element(rowOf('Carving guide')).toMatchTextContent('Active');
  await expect
    .element(rowOf('Carving guide'))
    .toMatchTextContent(/12 downloads, first Mar 2, 2026, 11:00 AM UTC, last Mar 5/);
  await expect.element(rowOf('Carving guide')).toMatchTextContent('Access until May 2, 2026');
  await expect.element(rowOf('Videos')).toMatchTextContent('Paused: the payment is disputed');
  await expect.element(rowOf('Videos')).toMatchTextContent('Not downloaded yet');
  await expect.element(rowOf('Forum')).toMatchTextContent('Ended: refunded');
  await expect.element(rowOf('Forum')).not.toMatchTextContent('downloaded');
  await expect.element(rowOf('Notes')).toMatchTextContent('Waiting: the payment hasn’t arrived yet');
});

test('revokes access after a confirmation, and restores it', async () => {
  const { screen, rpc, card } = await renderOrder([createEntitlement()]);
  await card.getByRole('button', { name: 'Revoke access to Carving guide' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('Revoke access to “Carving guide”?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(rpc.bodiesOf('revoke-entitlement')).toEqual([]);
  await card.getByRole('button', { name: 'Revoke access to Carving guide' }).click();
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await expect.element(card).toMatchTextContent('Ended: you revoked access');
  const entitlementId = createEntitlement().id;
  expect(rpc.bodiesOf('revoke-entitlement')).toEqual([{ entitlementId }]);
  await card.getByRole('button', { name: 'Restore access to Carving guide' }).click();
  await expect.element(card).toMatchTextContent('Active');
  await expect.element(card).toMatchTextContent('You restored access');
  expect(rpc.bodiesOf('restore-entitlement')).toEqual([{ entitlementId }]);
});

test('offers to restore neither access whose time ran out nor a payment that failed', async () => {
  const { card } = await renderOrder([
    createEntitlement({ state: 'ended', reason: 'expired' }),
    createEntitlement({ id: 'failed', name: 'Videos', state: 'ended', reason: 'payment_failed' }),
  ]);
  await expect.element(card).toMatchTextContent('Ended: expired');
  expect(card.getByRole('button').elements()).toEqual([]);
});

test('shows a license key on request and replaces it', async () => {
  const keys = createEntitlement({
    kind: 'keys',
    name: 'Pro license',
    licenses: [createLicense('7K2QX', { activations: 2 })],
  });
  const { screen, rpc, card } = await renderOrder([keys]);
  await expect.element(card).toMatchTextContent('Key ending in 7K2QX');
  await expect.element(card).toMatchTextContent('2 of 3 devices');
  await card.getByRole('button', { name: 'Show key ending in 7K2QX' }).click();
  await expect.element(card).toMatchTextContent(`${LICENSE_KEY_START}-7K2QX`);
  await expect.element(card.getByRole('button', { name: 'Copy' })).toHaveFocus();
  await card.getByRole('button', { name: 'Replace key ending in 7K2QX' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('Replace the key ending in 7K2QX?');
  await dialog.getByRole('button', { name: 'Replace key' }).click();
  await expect.element(card).toMatchTextContent('Key ending in NEW22');
  expect(rpc.bodiesOf('replace-license-key')).toEqual([{ licenseId: 'license-7K2QX' }]);
});

test('sends the email again', async () => {
  const { screen, rpc, card } = await renderOrder([createEntitlement()]);
  await card.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText('We’re emailing it to bo@example.com.')).toBeVisible();
  expect(rpc.bodiesOf('send-delivery-email')).toEqual([{ orderId: ORDER_ID }]);
});

test.each([
  ['access', createEntitlement({ state: 'ended', reason: 'expired' }), {}],
  ['an email address', createEntitlement(), { email: null }],
])('offers no email without %s', async (_, entitlement, order) => {
  const { card } = await renderOrder([entitlement], order);
  await expect.element(card).toMatchTextContent('Carving guide');
  await expect.element(card.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
});

test('names the items of an order with several, and fits many keys on a phone', async () => {
  await page.viewport(390, 844);
  const [line] = createOrderDetail().lines;
  const lines = line ? [line, { ...line, key: 'bump:book', name: 'Workbook' }] : [];
  const licenses = ['K1111', 'K2222', 'K3333', 'K4444', 'K5555', 'K6666', 'K7777'].map((ending) =>
    createLicense(ending),
  );
  const { card } = await renderOrder(
    [
      createEntitlement({ kind: 'keys', name: 'Pro license', licenses }),
      createEntitlement({ id: 'book', lineKey: 'bump:book', name: 'A very long name of a file '.repeat(4) }),
    ],
    { lines },
  );
  await expect.element(card).toMatchTextContent('With Workbook');
  await expect.element(card.getByText('Key ending in K6666')).not.toBeVisible();
  await card.getByText('2 more keys').click();
  await expect.element(card.getByText('Key ending in K6666')).toBeVisible();
  await card.getByRole('button', { name: 'Show key ending in K1111' }).click();
  await expect.element(card).toMatchTextContent(`${LICENSE_KEY_START}-K1111`);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});
