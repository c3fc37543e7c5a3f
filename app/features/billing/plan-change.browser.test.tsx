import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import { createTrialStatus } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createActiveStatus, PERIOD_END, createPlanChange, createPlanHandlers } from '#app/testing/plan.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const currentPlan = (screen: RenderResult) => screen.getByRole('region', { name: 'Current plan' });
const planCard = (screen: RenderResult, name: string) =>
  screen
    .getByRole('region', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = (screen: RenderResult) => screen.getByRole('dialog');

test('confirms an upgrade, charges it and starts it immediately', async () => {
  const handlers = createPlanHandlers();
  const { screen, rpc, user } = await renderApp('/subscription', {
    ...handlers,
    'upgrade-subscription': () => {
      handlers.updatePlan({ currentPlan: 'growth' });
      return createPlanChange();
    },
  });
  await expect.element(currentPlan(screen)).toMatchTextContent('StarterActive');
  await planCard(screen, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
  const confirmDialog = screen.getByRole('dialog', { name: 'Upgrade to Growth for $29 a month?' });
  await expect.element(confirmDialog).toMatchTextContent('to your Visa ending in 4242 now');
  await confirmDialog.getByRole('button', { name: 'Upgrade to Growth' }).click();
  await expect.element(screen.getByText('You’re now on Growth. We charged $15.50.')).toBeVisible();
  await expect.element(currentPlan(screen)).toMatchTextContent('GrowthActive');
  await expect.element(confirmDialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('upgrade-subscription')).toEqual([{ targetPlan: 'growth', userId: user?.id }]);
});

test('schedules a downgrade for the next period and cancels it', async () => {
  const handlers = createPlanHandlers(createActiveStatus({ currentPlan: 'growth' }));
  const { screen, rpc } = await renderApp('/subscription', {
    ...handlers,
    'upgrade-subscription': ({ targetPlan }) => {
      const isCurrentPlan = targetPlan === 'growth';
      handlers.updatePlan({ pendingPlan: isCurrentPlan ? null : { plan: 'starter', at: PERIOD_END } });
      return createPlanChange({
        change: isCurrentPlan ? 'kept' : 'scheduled',
        plan: targetPlan,
        at: isCurrentPlan ? null : PERIOD_END,
      });
    },
  });
  await planCard(screen, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }).click();
  const confirmDialog = screen.getByRole('dialog', { name: 'Downgrade to Starter on April 2, 2026?' });
  await confirmDialog.getByRole('button', { name: 'Downgrade to Starter' }).click();
  await expect.element(screen.getByText('Starter starts on April 2, 2026.')).toBeVisible();
  await expect
    .element(currentPlan(screen))
    .toMatchTextContent('Your plan changes to Starter ($9.00 a month) on April 2, 2026');
  await expect
    .element(planCard(screen, 'Starter').getByRole('button', { name: 'Starts on April 2, 2026' }))
    .toBeDisabled();
  await currentPlan(screen).getByRole('button', { name: 'Keep Growth' }).click();
  await expect.element(screen.getByText('You’re staying on Growth.')).toBeVisible();
  await expect.element(currentPlan(screen)).not.toMatchTextContent('Your plan changes to');
  expect(rpc.bodiesOf('upgrade-subscription')).toMatchObject([{ targetPlan: 'starter' }, { targetPlan: 'growth' }]);
});

test('switches plans in the trial without a confirmation', async () => {
  const handlers = createPlanHandlers(createTrialStatus());
  const { screen } = await renderApp('/subscription', {
    ...handlers,
    'upgrade-subscription': () => {
      handlers.updatePlan({ currentPlan: 'growth' });
      return createPlanChange({ change: 'switched', charged: 0 });
    },
  });
  await planCard(screen, 'Growth').getByRole('button', { name: 'Switch to Growth' }).click();
  await expect.element(screen.getByText('You’re now on Growth. You won’t be charged during the trial.')).toBeVisible();
  await expect.element(currentPlan(screen)).toMatchTextContent('GrowthTrial');
});

test.each([null, 'Your bank requires you to confirm the payment.'])(
  'leads to the invoice if the payment of an upgrade fails (Stripe’s message: %s)',
  async (message) => {
    const url = 'https://invoice.stripe.test/in_due';
    const handlers = createPlanHandlers();
    const { screen } = await renderApp('/subscription', {
      ...handlers,
      'upgrade-subscription': () => {
        handlers.updatePlan({ due: { amount: 1550, url, plan: 'growth' } });
        return createPlanChange({ change: 'payment_needed', url, charged: 0, message });
      },
    });
    await planCard(screen, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    await dialog(screen).getByRole('button', { name: 'Upgrade to Growth' }).click();
    const text = message ?? 'Growth starts as soon as its invoice is paid.';
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(currentPlan(screen)).toMatchTextContent('StarterActive');
    await expect.element(currentPlan(screen)).toMatchTextContent('$15.50 for Growth is due.');
    const link = currentPlan(screen).getByRole('link', { name: 'Pay invoice' });
    await expect.element(link).toHaveAttribute('href', url);
    const toast = page.getByRole('listitem').filter({ hasText: text });
    await expect.element(toast.getByRole('link')).toHaveAttribute('href', url);
  },
);

test('offers to add a card for a change that needs one', async () => {
  const { screen } = await renderApp('/subscription', {
    ...createPlanHandlers(createActiveStatus({ card: null })),
    'upgrade-subscription': () => {
      const message = 'Add a payment method first.';
      throw new RpcFailure(402, { code: 'payment_method_needed', title: 'Failed to upgrade plan', message });
    },
  });
  await planCard(screen, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
  await dialog(screen).getByRole('button', { name: 'Upgrade to Growth' }).click();
  const toast = screen.getByRole('alert').filter({ hasText: 'Failed to upgrade plan' });
  await expect.element(toast).toMatchTextContent('Add a payment method first.');
  await expect.element(toast.getByRole('button', { name: 'Add a card' })).toBeVisible();
});

test('does not offer a plan below the month’s sales', async () => {
  const monthlySales = { amount: 3900, limit: 10_000, percentage: 39, transactions: 3, exceeded: false };
  const { screen } = await renderApp(
    '/subscription',
    createPlanHandlers(createActiveStatus({ currentPlan: 'growth', monthlySales })),
  );
  await expect.element(planCard(screen, 'Starter')).toMatchTextContent('Your sales this month exceed $3,000.');
  await expect
    .element(planCard(screen, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }))
    .toBeDisabled();
});

test('cancels a plan after a confirmation and reactivates it before its end', async () => {
  const { screen, rpc } = await renderApp('/subscription', createPlanHandlers());
  const banner = screen.getByRole('region', { name: 'Your plan' });
  await screen.getByRole('button', { name: 'Cancel plan' }).click();
  const confirmDialog = screen.getByRole('dialog', { name: 'Cancel Starter?' });
  await expect.element(confirmDialog.getByRole('button', { name: 'Keep Starter' })).toHaveFocus();
  await confirmDialog.getByRole('button', { name: 'Cancel plan' }).click();
  await expect.element(screen.getByText('Plan canceled', { exact: true })).toBeVisible();
  await expect.element(banner).toMatchTextContent('Canceled. Your pages accept payments until April 2, 2026');
  await banner.getByRole('link', { name: 'Reactivate' }).click();
  await screen.getByRole('dialog', { name: 'Reactivate Starter?' }).getByRole('button', { name: 'Reactivate' }).click();
  await expect.element(screen.getByText('Plan reactivated')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
  expect(rpc.bodiesOf('cancel-subscription')).toHaveLength(1);
  expect(rpc.bodiesOf('reactivate-subscription')).toHaveLength(1);
});

test('only asks on a reactivation link, and no longer after a reload', async () => {
  const handlers = createPlanHandlers(createActiveStatus({ cancelAt: PERIOD_END }));
  const { screen, rpc, history } = await renderApp('/subscription?reactivate=true', handlers);
  await expect.element(screen.getByRole('dialog', { name: 'Reactivate Starter?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(dialog(screen)).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('region', { name: 'Your plan' }))
    .toMatchTextContent('Your pages accept payments until');
  await expect.poll(() => history.url).toBe('/subscription');
  expect(rpc.bodiesOf('reactivate-subscription')).toEqual([]);
});

test('shows the charge of reactivating an ended plan and offers no other plan', async () => {
  const handlers = createPlanHandlers(createActiveStatus({ status: 'canceled', access: false }));
  const { screen } = await renderApp('/subscription?reactivate=true', handlers);
  const confirmDialog = screen.getByRole('dialog', { name: 'Reactivate Starter for $9 a month?' });
  await expect.element(confirmDialog).toMatchTextContent('We’ll charge $9.00 to your Visa ending in 4242 today');
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('region', { name: 'Your plan' })).toMatchTextContent('Your plan has ended.');
  await expect.element(planCard(screen, 'Growth').getByRole('button')).toBeDisabled();
});

test('explains that a card is added at Stripe first', async () => {
  const handlers = createPlanHandlers(createActiveStatus({ status: 'canceled', access: false, card: null }));
  const { screen } = await renderApp('/subscription?reactivate=true', handlers);
  await expect.element(dialog(screen)).toMatchTextContent('First, you’ll add a card on Stripe.');
});

test('reactivates without another click after returning from Stripe with a card', async () => {
  // This tab left for Stripe to add a card.
  sessionStorage.setItem('tillwright-reactivating', 'true');
  const handlers = createPlanHandlers(createActiveStatus({ status: 'canceled', access: false }));
  const { screen, rpc, history } = await renderApp('/subscription?reactivate=true', handlers);
  await expect.element(currentPlan(screen)).toMatchTextContent('StarterActive');
  await expect.element(dialog(screen)).not.toBeInTheDocument();
  expect(rpc.bodiesOf('reactivate-subscription')).toEqual([{}]);
  await expect.poll(() => history.url).toBe('/subscription');
});

test('keeps the plan ended after returning from Stripe without a card', async () => {
  sessionStorage.setItem('tillwright-reactivating', 'true');
  const { screen } = await renderApp('/subscription?reactivate=true', {
    ...createPlanHandlers(createActiveStatus({ status: 'canceled', access: false, card: null })),
    'reactivate-subscription': () => ({ reactivated: false, url: 'https://billing.stripe.test/portal' }),
  });
  await expect.element(screen.getByText('To reactivate your plan, add a card.')).toBeVisible();
  await expect.element(currentPlan(screen)).toMatchTextContent('StarterCanceled');
});
