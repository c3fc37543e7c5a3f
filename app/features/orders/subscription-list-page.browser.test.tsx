import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import { RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import { createBuyerSubscription, ORDER_ID, createOrderDetail, createOrderHandlers } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

const ADDRESS = '/orders/subscriptions';
const row = (screen: RenderResult) => screen.getByRole('row').filter({ hasText: 'bo@example.com' });
const dialog = (screen: RenderResult) => screen.getByRole('dialog');

const ENDED = { state: 'ended', endedAt: '2026-03-05T10:00:00Z' } as const;
const ended = createBuyerSubscription(ENDED);

/** Fake server with one subscription that can be ended and resumed. */
function subscriptionHandlers(first: BuyerSubscription = createBuyerSubscription()): RpcHandlers {
  let subscription = first;
  const put = (change: Partial<BuyerSubscription>) => {
    subscription = { ...subscription, ...change };
    return { subscription };
  };
  return {
    ...createOrderHandlers(),
    'list-buyer-subscriptions': (body) =>
      createOrderHandlers([], [subscription])['list-buyer-subscriptions']?.(body) ?? Promise.reject(new Error()),
    'get-order': () => createOrderDetail({ subscription }),
    'cancel-buyer-subscription': ({ now }) => put(now ? ENDED : { state: 'ending', cancelAt: subscription.periodEnd }),
    'resume-buyer-subscription': () => put({ state: 'active', cancelAt: null }),
  };
}

test('schedules the end of a subscription and resumes it', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, subscriptionHandlers());
  for (const text of ['Active', '$40.00 USD', 'per month', '1 payment', 'Renews Apr 2, 2026'])
    await expect.element(row(screen)).toMatchTextContent(text);
  await row(screen)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect.element(dialog(screen).getByRole('button', { name: 'Keep subscription' })).toHaveFocus();
  await dialog(screen).getByRole('button', { name: 'Cancel on Apr 2, 2026' }).click();
  await expect.element(screen.getByText('“Linocut club” ends on Apr 2, 2026.')).toBeVisible();
  await expect.element(row(screen)).toMatchTextContent('Ending');
  await row(screen)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expect.element(screen.getByText('“Linocut club” renews on Apr 2, 2026.')).toBeVisible();
  await expect.element(row(screen)).toMatchTextContent('Active');
  const { id: subscriptionId } = createBuyerSubscription();
  expect(rpc.bodiesOf('cancel-buyer-subscription')).toEqual([{ subscriptionId, now: false }]);
  expect(rpc.bodiesOf('resume-buyer-subscription')).toEqual([{ subscriptionId }]);
});

test('ends a subscription at once from its order and then offers no more actions', async () => {
  const { screen, rpc, history } = await renderApp(ADDRESS, subscriptionHandlers());
  await row(screen).getByRole('link').click();
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Bo Buyer');
  await expect.poll(() => history.url).toBe(`/orders/${ORDER_ID}`);
  await screen.getByRole('button', { name: /^Cancel/ }).click();
  await dialog(screen).getByLabelText('Now', { exact: true }).click();
  await dialog(screen).getByRole('button', { name: 'Cancel now' }).click();
  await expect.element(screen.getByText('“Linocut club” has ended.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
  expect(rpc.bodiesOf('cancel-buyer-subscription')).toMatchObject([{ now: true }]);
});

test('ends a payment plan early, which has no paid period', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, subscriptionHandlers(createBuyerSubscription({ installments: 3 })));
  for (const text of ['Active', '1 of 3 payments', 'Due Apr 2, 2026'])
    await expect.element(row(screen)).toMatchTextContent(text);
  await row(screen).getByRole('button', { name: 'End plan of Bo Buyer' }).click();
  const endDialog = screen.getByRole('dialog', { name: 'End Bo Buyer’s payment plan for “Linocut club”?' });
  await expect.element(endDialog.getByRole('button', { name: 'Keep payment plan' })).toHaveFocus();
  expect(endDialog.getByRole('radio').elements()).toEqual([]);
  await endDialog.getByRole('button', { name: 'End payment plan' }).click();
  await expect.element(screen.getByText('The buyer won’t be charged for “Linocut club” again.')).toBeVisible();
  expect(rpc.bodiesOf('cancel-buyer-subscription')).toMatchObject([{ now: true }]);
});

test('cancels a free trial at its end', async () => {
  const trialEndsAt = '2026-04-02T10:00:00Z';
  const trial = createBuyerSubscription({ state: 'trialing', payments: 0, net: 0, trialEndsAt });
  const { screen } = await renderApp(ADDRESS, subscriptionHandlers(trial));
  for (const text of ['Free trial', 'Free until Apr 2, 2026'])
    await expect.element(row(screen)).toMatchTextContent(text);
  await row(screen)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect.element(dialog(screen).getByLabelText('At the end of the free trial, on Apr 2, 2026')).toBeChecked();
});

test('reports a subscription that ended meanwhile, and the list shows it', async () => {
  const { screen, rpc } = await renderApp(ADDRESS, subscriptionHandlers());
  await row(screen)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  rpc.handle({
    ...subscriptionHandlers(ended),
    'cancel-buyer-subscription': () => {
      const message = 'This subscription has ended and can’t be changed.';
      throw new RpcFailure(409, { code: 'subscription_over', title: 'Subscription not ended', message });
    },
  });
  await dialog(screen)
    .getByRole('button', { name: /^Cancel on/ })
    .click();
  const toast = screen.getByRole('alert').filter({ hasText: 'Subscription not ended' });
  await expect.element(toast).toMatchTextContent('has ended');
  await expect.element(row(screen)).toMatchTextContent('Ended Mar 5, 2026');
});

test('shows the next retry of a failed renewal on a phone and finds it by state and search', async () => {
  await page.viewport(390, 844);
  const failed = { at: '2026-04-02T10:00:00Z', payUrl: null, nextTryAt: '2026-04-05T10:00:00Z' };
  const { screen, rpc, history } = await renderApp(
    ADDRESS,
    subscriptionHandlers(createBuyerSubscription({ state: 'overdue', failed })),
  );
  await expect.element(row(screen)).toMatchTextContent('Next retry Apr 5, 2026');
  await expect.element(row(screen)).toMatchTextContent('Overdue');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

  await screen.getByRole('button', { name: 'Active', exact: true }).click();
  await expect.element(screen.getByText('No subscriptions match these filters')).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders/subscriptions?state=active');
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(row(screen)).toBeVisible();
  const search = screen.getByLabelText('Search subscriptions');
  await search.fill('bo@ex');
  await expect.poll(() => rpc.bodiesOf('list-buyer-subscriptions').at(-1)).toEqual({ search: 'bo@ex' });
  await expect.element(row(screen)).toBeVisible();
  await search.fill('aiko');
  await expect.poll(() => rpc.bodiesOf('list-buyer-subscriptions').at(-1)).toEqual({ search: 'aiko' });
  await expect.element(screen.getByText(/^No subscriptions match “aiko”/)).toBeVisible();
  await page.viewport(1280, 900);
});

test('shows the empty state to a seller without subscribers', async () => {
  const { screen } = await renderApp(ADDRESS, createOrderHandlers());
  await expect.element(screen.getByRole('heading', { name: 'No subscriptions yet' })).toBeVisible();
});

test('links from orders to subscriptions', async () => {
  const { screen, history } = await renderApp('/orders', subscriptionHandlers());
  await screen.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  await expect.element(row(screen)).toBeVisible();
  await expect.poll(() => history.url).toBe(ADDRESS);
});
